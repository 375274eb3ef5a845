<?php // The hook of the conformance kit, in PHP: php -S 127.0.0.1:PORT hook.php

/** Inserts a new record and returns it. Replace the body by calls of your own code. */
function make(string $kind, array $fields): array
{
    $http = ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => json_encode((object) $fields)];
    $context = stream_context_create(['http' => $http]);
    return json_decode(file_get_contents(getenv('SEED_URL') . "/$kind", false, $context), true);
}

$owner = fn(string $plan) => make('user', ['plan' => $plan, 'role' => 'owner']);
$states = [
    'writer' => fn() => $owner('pro'),
    'stranger' => fn() => $owner('pro'),
    'freeCaller' => fn() => $owner('free'),
    'reader' => fn($p) => make('user', ['teamId' => $p['teamId'], 'role' => 'viewer']),
    'member' => fn($p) => make('user', ['teamId' => $p['teamId'], 'role' => $p['role']]),
    'ownerWithMember' => function () use ($owner) {
        $made = $owner('pro');
        make('user', ['teamId' => $made['teamId'], 'role' => 'member']);
        return $made;
    },
    'oauthUser' => fn() => make('user', ['plan' => 'pro', 'role' => 'owner', 'oauth' => true]),
    'incident' => fn($p) => make('incident', $p),
    'monitor' => fn($p) => make('monitor', $p),
    'service' => fn($p) => make('service', $p),
];

$call = json_decode(file_get_contents('php://input'), true);
$state = $states[$call['state']] ?? null;
http_response_code($state ? 200 : 404);
header('content-type: application/json');
echo json_encode($state ? $state($call['params'] ?? []) : new stdClass());
