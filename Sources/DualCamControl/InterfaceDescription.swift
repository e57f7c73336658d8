package import DualCamRecordings

/// The OpenAPI 3.1 description of the HTTP interface, generated from the tables of routes.
package struct InterfaceDescription: Sendable {
    package var needsToken: Bool

    package init(needsToken: Bool) { self.needsToken = needsToken }

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("openapi", "3.1.0"),
            .init(
                "info",
                [
                    "title": "dualcam", "version": "1",
                    "description":
                        "Directs a recording while it runs. Times are in seconds of the pipeline's running time.",
                ]),
            .init("paths", .object(paths)),
            .init("components", .object(components)),
        ]
        if needsToken { members.append(.init("security", [["token": []]])) }
        return .object(members)
    }

    /// The paths of all routes, each with the description of its operations.
    private var paths: [JSONValue.Member] {
        let paths = TableRoute.all.reduce(into: [String]()) { if !$0.contains($1.path) { $0.append($1.path) } }
        return paths.map { path in
            let routes = TableRoute.all.filter { $0.path == path }
            return .init(
                path, .object(routes.map { .init($0.method.rawValue.lowercased(), Self.operation($0)) }))
        }
    }

    private static func operation(_ route: TableRoute) -> JSONValue {
        let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        let inPath: [JSONValue] = names.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
        }
        let inQuery: [JSONValue] = (route.query ?? []).map { field in
            [
                "name": .string(field.name), "in": "query", "description": .string(field.explanation),
                "required": .bool(field.isRequired), "schema": field.schema,
            ]
        }
        var members: [JSONValue.Member] = [
            .init("operationId", .string(route.name)), .init("summary", .string(route.summary)),
        ]
        if !(inPath + inQuery).isEmpty { members.append(.init("parameters", .array(inPath + inQuery))) }
        if let schema = route.arguments {
            let isRequired = schema["required"]?.list?.isEmpty == false
            let example = schema["examples"]?.list?.first ?? [:]
            members.append(
                .init(
                    "requestBody",
                    [
                        "required": .bool(isRequired),
                        "content": ["application/json": ["schema": schema, "example": example]],
                    ]))
        }
        if route.path.hasPrefix("/" + LinkRoutes.root) { members.append(.init("security", [])) }
        // Every request can fail for its syntax, token, origin or method, or because too many requests were sent.
        let refusals = Set(route.refusals + (names.isEmpty ? [] : [404]) + [400, 401, 403, 405, 429]).sorted()
        let responses = route.success + refusals.map { .json("The request was refused.", "Refusal", status: $0) }
        return .object(members + [.init("responses", .object(responses.map(response)))]).with(route.more)
    }

    private static func response(_ success: TableRoute.Success) -> JSONValue.Member {
        var members = [JSONValue.Member("description", .string(success.explanation))]
        if let headers = success.headers { members.append(.init("headers", headers)) }
        if success.content != [:] { members.append(.init("content", success.content)) }
        return .init("\(success.status)", .object(members))
    }

    private var components: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("schemas", Schema.components)]
        if needsToken {
            members.append(.init("securitySchemes", ["token": ["type": "http", "scheme": "bearer"]]))
        }
        return members
    }
}
