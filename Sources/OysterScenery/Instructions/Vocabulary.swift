// SPDX-License-Identifier: Apache-2.0

/// The words of instructions and their effects.
enum Vocabulary {
    struct Entry: Sendable {
        let effect: Effect
        /// Lower case, whole words.
        let words: [String]
        /// Matched anywhere in the text, since Chinese has no spaces.
        let characters: [String]
    }

    static let entries: [Entry] = weather + characters + gestures

    private static let weather: [Entry] = [
        Entry(.daylight(.night), "night midnight moon moonlight moonlit stars starry", "夜 月 星"),
        Entry(.daylight(.sunset), "sunset dusk evening twilight", "日落 夕阳 黄昏 傍晚"),
        Entry(.daylight(.dawn), "sunrise dawn morning daybreak", "日出 黎明 清晨 早晨"),
        Entry(.daylight(.day), "day daylight noon midday daytime", "白天 中午 正午"),
        Entry(.sky(.storm), "storm stormy thunder thunderstorm lightning tempest", "暴风 雷 闪电"),
        Entry(.sky(.rain), "rain rains rainy raining drizzle shower", "雨"),
        Entry(.sky(.snow), "snow snows snowy snowing snowfall blizzard", "雪"),
        Entry(.sky(.fog), "fog foggy mist misty haze", "雾"),
        Entry(.sky(.cloudy), "cloud clouds cloudy overcast", "云 阴"),
        Entry(.sky(.clear), "sun sunny sunshine clear", "晴 阳光"),
        Entry(.season(.spring), "spring blossom blossoms bloom cherry", "春 樱 花开"),
        Entry(.season(.summer), "summer", "夏"),
        Entry(.season(.autumn), "autumn fall", "秋"),
        Entry(.season(.winter), "winter", "冬"),
        Entry(.clearing, "stop stops stopped no without end ends away", "停 不要"),
        Entry(.removal, "nobody empty leave leaves vanish", "离开 消失"),
    ]

    private static let characters: [Entry] = [
        Entry(.spawn(.whale), "whale whales", "鲸"),
        Entry(.spawn(.dragon), "dragon dragons", "龙"),
        Entry(.spawn(.boat), "boat boats ship sailboat sail", "船 帆"),
        Entry(.spawn(.dog), "dog dogs puppy", "狗"),
        Entry(.spawn(.horse), "horse horses pony", "马"),
        Entry(.spawn(.balloon), "balloon balloons", "气球"),
        Entry(.spawn(.birds), "bird birds gull gulls seagull seagulls", "鸟 海鸥"),
        Entry(
            .spawn(.person),
            "person girl boy man woman child hero heroine traveller traveler",
            "人 女孩 男孩"
        ),
    ]

    private static let gestures: [Entry] = [
        Entry(.gesture(.wave), "wave waves waving greet greets hello hi", "挥手 招手 你好"),
        Entry(.gesture(.jump), "jump jumps jumping leap leaps hop", "跳"),
        Entry(.gesture(.dance), "dance dances dancing", "跳舞 舞"),
        Entry(.gesture(.sit), "sit sits sitting", "坐"),
        Entry(.gesture(.turn), "turn turns spin spins twirl", "转"),
        Entry(.gesture(.bow), "bow bows bowing", "鞠躬"),
        Entry(.gesture(.walk), "walk walks walking", "走"),
        Entry(.gesture(.run), "run runs running", "跑"),
        Entry(.gesture(.clap), "clap claps clapping applaud", "鼓掌"),
        Entry(.gesture(.sleep), "sleep sleeps sleeping lie lies", "睡 躺"),
        Entry(.gesture(.cheer), "cheer cheers happy joy celebrate", "欢呼 高兴"),
        Entry(.gesture(.stand), "stand stands still", "站"),
    ]

    /// The effects of an instruction, in the order of the table.
    static func effects(of text: String) -> [Effect] {
        let lower = text.lowercased()
        let words = Set(lower.split { !$0.isASCII || !$0.isLetter }.map(String.init))
        var effects = entries.filter { entry in
            entry.words.contains(where: words.contains)
                || entry.characters.contains { lower.contains($0) }
        }.map(\.effect)
        // 跳舞 (dance) contains 跳 (jump).
        if effects.contains(.gesture(.dance)) { effects.removeAll { $0 == .gesture(.jump) } }
        guard effects.contains(.clearing) else { return effects }
        effects.removeAll { effect in
            switch effect {
            case .sky: true
            case .daylight, .season, .spawn, .gesture, .clearing, .removal: false
            }
        }
        return effects
    }
}

extension Vocabulary.Entry {
    fileprivate init(_ effect: Effect, _ words: String, _ characters: String) {
        self.effect = effect
        self.words = words.split(separator: " ").map(String.init)
        self.characters = characters.split(separator: " ").map(String.init)
    }
}

/// The effect of a word in an instruction.
enum Effect: Equatable, Sendable {
    case daylight(Conditions.Daylight)
    case sky(Conditions.Sky)
    case season(Conditions.Season)
    case spawn(Entity.Kind)
    case gesture(Gesture)
    /// The weather becomes clear.
    case clearing
    /// All entities but the person are removed.
    case removal
}
