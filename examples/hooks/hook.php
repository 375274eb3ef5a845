<?php // The hook of the conformance kit, in PHP: SEED_URL=http://localhost:4000 php -S 127.0.0.1:PORT hook.php

/** Inserts a record, or reads that of incident/ID, and returns it as stored. Replace the body by calls of your own code. */
function insert(string $table, array $fields): ?array
{
    $http = ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => json_encode((object) $fields)];
    $context = stream_context_create(['http' => $http]);
    return json_decode(@file_get_contents(getenv('SEED_URL') . "/$table", false, $context), true);
}

/** Returns null for what it cannot make; fields that do not come back are left out of the verdict. */
function make(string $kind, array $fields, ?string $id): ?array
{
    if ($id !== null) return $kind === 'incident' ? insert("incident/$id", []) : null;
    if (in_array($kind, ['team', 'incident', 'monitor', 'service'])) return insert($kind, $fields);
    if ($kind !== 'account') return null;
    $isReader = ($fields['scope'] ?? null) === 'read';
    $role = $fields['role'] ?? ($isReader ? 'viewer' : 'owner');
    $oauth = array_key_exists('password', $fields);
    $user = insert('user', ['teamId' => $fields['teamId'], 'role' => $role, 'oauth' => $oauth]);
    return ['scope' => $isReader ? 'read' : 'write', 'owner' => $role === 'owner'] + $user;
}

$call = json_decode(file_get_contents('php://input'), true);
$made = make($call['kind'], $call['fields'], $call['id'] ?? null);
http_response_code($made ? 200 : 404);
header('content-type: application/json');
echo json_encode($made ?? new stdClass());
