// SPDX-License-Identifier: Apache-2.0
// Search over all pages, and the choice between light and dark. Works from files, without a server.
(() => {
  const root = document.currentScript.dataset.root;
  const page = document.documentElement;
  const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  page.dataset.theme = stored || system;

  // A better match has a smaller number; null is no match.
  const rank = (entry, words) => {
    const name = entry[0].toLowerCase();
    const text = entry[3].toLowerCase();
    const whole = words.join(" ");
    if (name === whole || [".", ":", "_"].some((mark) => name.endsWith(mark + whole))) return 0;
    if (name.startsWith(whole)) return 1;
    if (name.includes(whole)) return 2;
    if (words.every((word) => name.includes(word))) return 3;
    if (text.includes(whole)) return 4;
    if (words.every((word) => name.includes(word) || text.includes(word))) return 5;
    return null;
  };

  const find = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return window.searchIndex
      .map((entry) => [rank(entry, words), entry])
      .filter(([number]) => number !== null)
      .sort(([one, a], [other, b]) => one - other || a[0].length - b[0].length)
      .slice(0, 40)
      .map(([, entry]) => entry);
  };

  const excerpt = (text, query) => {
    const at = text.toLowerCase().indexOf(query.toLowerCase());
    return at > 60 ? "… " + text.slice(at - 40, at + 120) : text.slice(0, 160);
  };

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  document.addEventListener("DOMContentLoaded", () => {
    const input = document.getElementById("search");
    const results = document.getElementById("results");
    let chosen = 0;

    const show = () => {
      const query = input.value.trim();
      results.hidden = query === "";
      const lines = find(query).map(([name, where, address, text]) => {
        const line = element("a", "");
        line.href = root + address;
        line.append(element("span", where, "where"), element("b", name));
        line.append(element("small", excerpt(text, query)));
        return line;
      });
      chosen = 0;
      lines[0]?.classList.add("chosen");
      results.replaceChildren(...(lines.length ? lines : [element("p", "No page has these words.")]));
    };

    const load = () => {
      if (window.searchIndex) { show(); return; }
      const script = document.createElement("script");
      script.src = root + "search-index.js";
      script.onload = show;
      document.head.append(script);
    };

    input.addEventListener("input", load);
    input.addEventListener("keydown", (event) => {
      const lines = [...results.querySelectorAll("a")];
      if (event.key === "Escape") { input.value = ""; results.hidden = true; }
      if (event.key === "Enter") lines[chosen]?.click();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || lines.length === 0) return;
      event.preventDefault();
      lines[chosen].classList.remove("chosen");
      chosen = (chosen + step + lines.length) % lines.length;
      lines[chosen].classList.add("chosen");
      lines[chosen].scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.target === input) return;
      event.preventDefault();
      input.focus();
    });
    document.addEventListener("click", (event) => {
      if (!results.contains(event.target) && event.target !== input) results.hidden = true;
    });
    const wanted = new URLSearchParams(location.search).get("q");
    if (wanted) { input.value = wanted; load(); }

    document.getElementById("theme").addEventListener("click", () => {
      page.dataset.theme = page.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("theme", page.dataset.theme); } catch { /* Files may have none. */ }
    });
    document.querySelector("nav.menu [aria-current]")?.scrollIntoView({ block: "nearest" });
  });
})();
