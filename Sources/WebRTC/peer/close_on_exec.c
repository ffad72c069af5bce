/* SPDX-License-Identifier: Apache-2.0 */
#include "close_on_exec.h"

#include <elf.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

typedef int (*OysterSocketpairFn)(int, int, int, int[2]);

static int closing_socketpair(int domain, int type, int protocol, int pair[2]) {
    return socketpair(domain, type | SOCK_CLOEXEC, protocol, pair);
}

/** The entries of an object's dynamic section that describe its imported functions. */
typedef struct OysterImports {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * lazy, *eager;
    size_t lazy_size, eager_size;
} OysterImports;

/** The addresses are absolute: glibc has relocated the section. */
static OysterImports read_imports(const ElfW(Dyn) * entry) {
    OysterImports found = {0};
    for (; entry->d_tag != DT_NULL; entry++) {
        const void *address = (const void *)entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB:
            found.symbols = address;
            break;
        case DT_STRTAB:
            found.names = address;
            break;
        case DT_JMPREL:
            found.lazy = address;
            break;
        case DT_PLTRELSZ:
            found.lazy_size = entry->d_un.d_val;
            break;
        case DT_RELA:
            found.eager = address;
            break;
        case DT_RELASZ:
            found.eager_size = entry->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return found;
}

/** Writes our function into a slot of the table, which may be read-only after relocation. */
static void replace(_Atomic(OysterSocketpairFn) *slot, const struct dl_phdr_info *object) {
    uintptr_t address = (uintptr_t)slot;
    uintptr_t page = address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    bool is_protected = false;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_GNU_RELRO && address >= start && address < start + part->p_memsz)
            is_protected = true;
    }
    size_t length = address + sizeof *slot - page;
    if (is_protected && mprotect((void *)page, length, PROT_READ | PROT_WRITE) != 0)
        return;
    atomic_store(slot, closing_socketpair);
    if (is_protected)
        mprotect((void *)page, length, PROT_READ);
}

static void search(const OysterImports *from, const ElfW(Rela) * relocations, size_t size,
                   const struct dl_phdr_info *object) {
    if (relocations == NULL)
        return;
    for (size_t index = 0; index < size / sizeof *relocations; index++) {
        size_t symbol = ELF64_R_SYM(relocations[index].r_info);
        if (symbol != 0 && strcmp(from->names + from->symbols[symbol].st_name, "socketpair") == 0)
            replace(
                (_Atomic(OysterSocketpairFn) *)(object->dlpi_addr + relocations[index].r_offset),
                object);
    }
}

static int visit(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    const char *slash = strrchr(object->dlpi_name, '/');
    if (strcmp(slash ? slash + 1 : object->dlpi_name, "libgstreamer-1.0.so.0") != 0)
        return 0;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_DYNAMIC)
            continue;
        OysterImports found = read_imports((const ElfW(Dyn) *)(object->dlpi_addr + part->p_vaddr));
        if (found.symbols == NULL || found.names == NULL)
            break;
        search(&found, found.lazy, found.lazy_size, object);
        search(&found, found.eager, found.eager_size, object);
    }
    return 1;
}

void close_on_exec_in_gstreamer(void) {
    // The code reads relocations of 64-bit objects with addends, as on x86-64 and AArch64.
    if (sizeof(void *) == 8)
        dl_iterate_phdr(visit, NULL);
}
