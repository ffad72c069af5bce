// SPDX-License-Identifier: Apache-2.0

/// The text of `/metrics`, in Prometheus' format.
struct MetricsText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A number that goes up and down.
    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        head(name, "gauge", help)
        text += "\(name) \(value)\n"
    }

    /// A number that only grows.
    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        head(name, "counter", help)
        text += "\(name) \(value)\n"
    }

    /// Numbers by the value of one label, in the order of the values.
    mutating func series(
        _ name: String,
        _ type: String,
        _ help: String,
        label: String,
        _ values: [String: Int]
    ) {
        head(name, type, help)
        for (value, number) in values.sorted(by: { $0.key < $1.key }) {
            text += "\(name){\(label)=\"\(value)\"} \(number)\n"
        }
    }

    mutating func histogram(_ name: String, _ help: String, _ delay: DeliveryDelay) {
        head(name, "histogram", help)
        var total = 0
        for (bound, count) in zip(DeliveryDelay.bounds, delay.buckets) {
            total += count
            text += "\(name)_bucket{le=\"\(Double(bound) / 1_000_000)\"} \(total)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(delay.count)\n"
        text += "\(name)_sum \(delay.sum / .seconds(1))\n"
        text += "\(name)_count \(delay.count)\n"
    }

    private mutating func head(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
