// The hook of the conformance kit, in Java: java Hook.java PORT
import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.net.http.*;

class Hook {
    /** Inserts a new record and returns it, as JSON. Replace the body by calls of your own code. */
    static String make(String kind, String fields) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("SEED_URL") + "/" + kind))
            .header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofString(fields));
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
    static String makeState(String state, String p) throws Exception {
        var owner = "{\"plan\":\"pro\",\"role\":\"owner\"}";
        var colleague = "{\"teamId\":\"%s\",\"role\":\"%s\"}";
        var made = state.equals("ownerWithMember") ? make("user", owner) : null;
        if (made != null) make("user", colleague.formatted(text(made, "teamId"), "member"));
        return switch (state) {
            case "writer", "stranger" -> make("user", owner);
            case "freeCaller" -> make("user", "{\"plan\":\"free\",\"role\":\"owner\"}");
            case "oauthUser" -> make("user", "{\"plan\":\"pro\",\"role\":\"owner\",\"oauth\":true}");
            case "reader" -> make("user", colleague.formatted(text(p, "teamId"), "viewer"));
            case "member" -> make("user", colleague.formatted(text(p, "teamId"), text(p, "role")));
            case "incident", "monitor", "service" -> make(state, p);
            default -> made;
        };
    }
    /** The JDK reads no JSON: use the library of your server. */
    static String text(String json, String name) { return json.replaceFirst("(?s).*\"" + name + "\":\"([^\"]*)\".*", "$1"); }
    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/", exchange -> { try (exchange) {
            var call = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
            var made = makeState(text(call, "state"), call.replaceFirst("(?s).*\"params\":(\\{.*})}", "$1"));
            exchange.sendResponseHeaders(made == null ? 404 : 200, 0);
            if (made != null) exchange.getResponseBody().write(made.getBytes("UTF-8"));
        } catch (Exception error) { throw new java.io.IOException(error); } });
        server.start();
    }
}
