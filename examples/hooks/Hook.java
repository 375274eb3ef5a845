// The hook of the conformance kit, in Java: SEED_URL=http://localhost:4000 java Hook.java PORT
import com.sun.net.httpserver.HttpServer; import java.net.*; import java.net.http.*;
class Hook {
    /** Inserts a record, or reads that of incident/ID, and returns it as stored, as JSON. Replace the body by calls of your own code. */
    static String insert(String table, String fields) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("SEED_URL") + "/" + table)).header("content-type", "application/json");
        var response = HttpClient.newHttpClient().send(request.POST(HttpRequest.BodyPublishers.ofString(fields)).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() == 404 ? null : response.body();
    }
    /** Returns null for what it cannot make; fields that do not come back are left out of the verdict. */
    static String make(String kind, String f) throws Exception {
        if ("team incident monitor service".contains(kind)) return insert(kind, f);
        if (!kind.equals("account")) return null;
        var isReader = f.contains("\"read\"");
        var role = f.contains("\"role\"") ? text(f, "role") : isReader ? "viewer" : "owner";
        var user = insert("user", "{\"teamId\":\"%s\",\"role\":\"%s\",\"oauth\":%s}".formatted(text(f, "teamId"), role, f.contains("\"password\"")));
        return "{\"scope\":\"%s\",\"owner\":%s,".formatted(isReader ? "read" : "write", role.equals("owner")) + user.strip().substring(1);
    }
    /** The JDK reads no JSON: use the library of your server. */
    static String text(String json, String name) { return json.replaceFirst("(?s).*\"" + name + "\":\"([^\"]*)\".*", "$1"); }
    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/", exchange -> { try (exchange) {
            var call = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
            var made = !call.contains("\"id\":") ? make(text(call, "kind"), call.replaceFirst("(?s).*\"fields\":(\\{.*})}", "$1"))
                : call.contains("\"kind\":\"incident\"") ? insert("incident/" + text(call, "id"), "{}") : null;
            exchange.sendResponseHeaders(made == null ? 404 : 200, 0);
            if (made != null) exchange.getResponseBody().write(made.getBytes("UTF-8"));
        } catch (Exception error) { throw new java.io.IOException(error); } });
        server.start(); } }
