<?php
// Calls the service with the client of openapi-generator's php: php FILE BASE_URL STEPS, prints a JSON response per step.
require 'GuzzleHttp/autoload.php';
spl_autoload_register(fn (string $class) => require __DIR__ . '/client/lib/' . strtr(substr($class, 15), '\\', '/') . '.php');

use OpenAPI\Client\Api\{AccountsApi, AdministrationApi, IncidentsApi, StatisticsApi};
use OpenAPI\Client\{ApiException, Configuration, ObjectSerializer};
use OpenAPI\Client\Model\{AccountDeletionRequest, LoginRequest, ResolveRequest, SignupRequest};

function send(string $baseUrl, object $step): array
{
    $configuration = (new Configuration())->setHost($baseUrl)->setAccessToken($step->token);
    $configuration->setApiKey('X-Admin-Api-Key', $step->adminKey);
    $make = fn (string $api) => new $api(new GuzzleHttp\Client(), $configuration);
    $body = (array) ($step->body ?? []);
    $before = isset($step->query->before) ? new DateTime($step->query->before) : null;
    return match ($step->operationId) {
        'signup' => $make(AccountsApi::class)->signupWithHttpInfo(new SignupRequest($body)),
        'login' => $make(AccountsApi::class)->loginWithHttpInfo(new LoginRequest($body)),
        'resolveIncident' => $make(IncidentsApi::class)->resolveIncidentWithHttpInfo($step->id, null, new ResolveRequest($body)),
        'deleteIncident' => $make(IncidentsApi::class)->deleteIncidentWithHttpInfo($step->id),
        'scheduleAccountDeletion' => $make(AccountsApi::class)->scheduleAccountDeletionWithHttpInfo(new AccountDeletionRequest($body)),
        'listDeletionRequests' => $make(AdministrationApi::class)->listDeletionRequestsWithHttpInfo($step->query->page ?? 1, $step->query->limit ?? 20),
        'resetServiceStats' => $make(StatisticsApi::class)->resetServiceStatsWithHttpInfo($step->id, $before),
        default => $make(StatisticsApi::class)->resetMonitorStatsWithHttpInfo($step->id, $before),
    };
}

foreach (json_decode(file_get_contents($argv[2])) as $step) {
    try {
        [$data, $status] = send($argv[1], $step);
        $line = ['status' => $status, 'body' => $data === null ? null : ObjectSerializer::sanitizeForSerialization($data)];
    } catch (ApiException $refusal) {
        $line = ['status' => $refusal->getCode(), 'body' => json_decode((string) $refusal->getResponseBody())];
    } catch (Throwable $error) {
        $line = ['status' => 0, 'problem' => substr($error->getMessage(), 0, 200)];
    }
    echo json_encode($line), "\n";
}
