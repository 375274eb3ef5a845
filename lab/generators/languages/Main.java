/** Calls the service with the client of openapi-generator's java (native): Main BASE_URL STEPS, prints a JSON response per step. */
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.AdministrationApi;
import org.openapitools.client.api.IncidentsApi;
import org.openapitools.client.api.StatisticsApi;
import org.openapitools.client.model.*;

public class Main {
  static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();

  public static void main(String[] args) throws Exception {
    for (JsonNode step : mapper.readTree(new File(args[1]))) {
      Map<String, Object> line = new LinkedHashMap<>();
      try {
        ApiResponse<?> response = send(args[0], step);
        line.put("status", response.getStatusCode());
        line.put("body", response.getData());
      } catch (ApiException refusal) {
        line.put("status", refusal.getCode());
        line.put("body", refusal.getResponseBody() == null ? null : mapper.readTree(refusal.getResponseBody()));
        if (refusal.getCode() == 0) line.put("problem", refusal.getMessage());
      } catch (Exception error) {
        line.put("status", 0);
        line.put("problem", String.valueOf(error));
      }
      System.out.println(mapper.writeValueAsString(line));
    }
  }

  static ApiResponse<?> send(String baseUrl, JsonNode step) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(baseUrl);
    client.setRequestInterceptor(request -> request
        .header("Authorization", "Bearer " + step.get("token").asText())
        .header("X-Admin-Api-Key", step.get("adminKey").asText()));
    String id = step.get("id").asText();
    JsonNode body = step.get("body"), query = step.get("query");
    LocalDate before = query.has("before") ? LocalDate.parse(query.get("before").asText()) : null;
    switch (step.get("operationId").asText()) {
      case "signup": return new AccountsApi(client).signupWithHttpInfo(mapper.treeToValue(body, SignupRequest.class), null);
      case "login": return new AccountsApi(client).loginWithHttpInfo(mapper.treeToValue(body, LoginRequest.class), null);
      case "resolveIncident":
        // Without a body, pass an empty request: this client sends `null` for an absent one.
        ResolveRequest cause = body.isNull() ? new ResolveRequest() : mapper.treeToValue(body, ResolveRequest.class);
        return new IncidentsApi(client).resolveIncidentWithHttpInfo(id, null, cause);
      case "deleteIncident": return new IncidentsApi(client).deleteIncidentWithHttpInfo(id, null);
      case "scheduleAccountDeletion":
        AccountDeletionRequest proof = mapper.treeToValue(body, AccountDeletionRequest.class);
        return new AccountsApi(client).scheduleAccountDeletionWithHttpInfo(proof, null);
      case "listDeletionRequests":
        Integer page = query.has("page") ? query.get("page").asInt() : null;
        Integer limit = query.has("limit") ? query.get("limit").asInt() : null;
        return new AdministrationApi(client).listDeletionRequestsWithHttpInfo(page, limit, null);
      case "resetServiceStats": return new StatisticsApi(client).resetServiceStatsWithHttpInfo(id, before, null);
      default: return new StatisticsApi(client).resetMonitorStatsWithHttpInfo(id, before, null);
    }
  }
}
