/** Calls the service with the client of openapi-generator's kotlin: Main BASE_URL STEPS, prints a JSON response per step. */
import com.google.gson.GsonBuilder
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.io.File
import java.time.LocalDate
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

val gson = Serializer.gson

fun main(args: Array<String>) {
    for (step in JsonParser.parseString(File(args[1]).readText()).asJsonArray) {
        val line = mutableMapOf<String, Any?>()
        try {
            val response = send(args[0], step.asJsonObject)
            line["status"] = response.statusCode
            line["body"] = when (response) {
                is Success<*> -> response.data.takeIf { it !is Unit }
                is ClientError<*> -> JsonParser.parseString(response.body as String)
                else -> null
            }
        } catch (error: Exception) {
            line["status"] = 0
            line["problem"] = error.toString()
        }
        println(GsonBuilder().serializeNulls().create().toJson(gson.toJsonTree(line)))
    }
}

fun send(baseUrl: String, step: JsonObject): ApiResponse<*> {
    ApiClient.accessToken = step["token"].asString
    ApiClient.apiKey["X-Admin-Api-Key"] = step["adminKey"].asString
    val id = step["id"].asString
    val query = step["query"].asJsonObject
    val before = query["before"]?.let { LocalDate.parse(it.asString) }
    fun <T> body(type: Class<T>): T = gson.fromJson(step["body"], type)
    return when (step["operationId"].asString) {
        "signup" -> AccountsApi(baseUrl).signupWithHttpInfo(body(SignupRequest::class.java), null)
        "login" -> AccountsApi(baseUrl).loginWithHttpInfo(body(LoginRequest::class.java), null)
        "resolveIncident" -> {
            val cause = if (step["body"].isJsonNull) null else body(ResolveRequest::class.java)
            IncidentsApi(baseUrl).resolveIncidentWithHttpInfo(id, null, cause)
        }
        "deleteIncident" -> IncidentsApi(baseUrl).deleteIncidentWithHttpInfo(id, null)
        "scheduleAccountDeletion" ->
            AccountsApi(baseUrl).scheduleAccountDeletionWithHttpInfo(body(AccountDeletionRequest::class.java), null)
        "listDeletionRequests" ->
            AdministrationApi(baseUrl).listDeletionRequestsWithHttpInfo(query["page"]?.asInt, query["limit"]?.asInt, null)
        "resetServiceStats" -> StatisticsApi(baseUrl).resetServiceStatsWithHttpInfo(id, before, null)
        else -> StatisticsApi(baseUrl).resetMonitorStatsWithHttpInfo(id, before, null)
    }
}
