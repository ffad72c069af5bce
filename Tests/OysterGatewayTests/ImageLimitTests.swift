// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The limits of images in `POST worlds`.
@Suite struct ImageLimitTests {
    /// The largest image that is allowed: below 6 MiB by one group of base64.
    private static let largest = (6 << 20) - 3

    /// A PNG of 1920 by 1080 with as many bytes, in base64.
    private static func image(bytes: Int) -> [UInt8] {
        let head = Array("iVBORw0KGgoAAAANSUhEUgAAB4AAAAQ4".utf8)
        let characters = bytes / 3 * 4
        return head + [UInt8](repeating: UInt8(ascii: "A"), count: characters - head.count)
    }

    /// The body for a directing world with a first frame and further images.
    private func order(_ images: [[UInt8]]) -> [UInt8] {
        let begin = #"{"prompt":"An island","resolution":"480p","firstFrameImage":{"base64":""#
        var body = Array(begin.utf8) + (images.first ?? []) + Array(#""},"inputImages":["#.utf8)
        for (index, image) in images.dropFirst().enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += Array(#"{"base64":""#.utf8) + image + Array(#""}"#.utf8)
        }
        return body + Array("]}".utf8)
    }

    private func send(_ body: [UInt8], to fixture: GatewayFixture) throws -> BlockingResponse {
        let route = "/api/v2/apps/\(GatewayFixture.model("directing"))/openapi/v1/worlds"
        var request = BlockingRequest("POST", fixture.gateway.apiURL + route)
        request.headers = [
            "Authorization: Bearer \(GatewayFixture.primaryKey)", "Content-Type: application/json",
        ]
        request.body = body
        request.timeoutMs = 300_000
        return try fixture.client.send(request)
    }

    @Test func `a first frame and six images of just under 6 MiB are accepted`() throws {
        let image = Self.image(bytes: Self.largest)
        let body = order([[UInt8]](repeating: image, count: 7))
        let response = try send(body, to: try GatewayFixture())
        #expect(response.status == 200)
        #expect(response.json?["output"]?["code"] == 0)
    }

    @Test(arguments: [3, 3 << 20])
    func `an image over the limit is refused with 400000`(excess: Int) throws {
        let body = order([Self.image(bytes: Self.largest + excess)])
        let response = try send(body, to: try GatewayFixture())
        #expect(response.status == 200)
        #expect(response.json?["output"]?["code"] == 400_000)
        let message = response.json?["output"]?["message"]?.stringValue
        #expect(message == "firstFrameImage.base64: must be under 6 MB")
    }
}
