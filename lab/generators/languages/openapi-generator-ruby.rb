# Calls the service with the client of openapi-generator's ruby: ruby FILE BASE_URL STEPS, prints a JSON response per step.
require 'date'
require 'json'
require 'uri'
require 'openapi_client'

include OpenapiClient

def send_step(base_url, step)
  uri = URI(base_url)
  configuration = Configuration.new do |c|
    c.scheme = uri.scheme
    c.host = "#{uri.host}:#{uri.port}"
    c.server_index = nil
    c.access_token = step['token']
    c.api_key['X-Admin-Api-Key'] = step['adminKey']
  end
  client = ApiClient.new(configuration)
  body, id = step['body'], step['id']
  query = step['query'].transform_keys(&:to_sym)
  query[:before] = Date.parse(query[:before]) if query[:before]
  accounts, incidents, statistics = AccountsApi.new(client), IncidentsApi.new(client), StatisticsApi.new(client)
  case step['operationId']
  when 'signup' then accounts.signup_with_http_info(SignupRequest.build_from_hash(body.transform_keys(&:to_sym)))
  when 'login' then accounts.login_with_http_info(LoginRequest.build_from_hash(body.transform_keys(&:to_sym)))
  when 'resolveIncident'
    request = ResolveRequest.build_from_hash((body || {}).transform_keys(&:to_sym))
    incidents.resolve_incident_with_http_info(id, resolve_request: request)
  when 'deleteIncident' then incidents.delete_incident_with_http_info(id)
  when 'scheduleAccountDeletion'
    accounts.schedule_account_deletion_with_http_info(AccountDeletionRequest.build_from_hash(body.transform_keys(&:to_sym)))
  when 'listDeletionRequests' then AdministrationApi.new(client).list_deletion_requests_with_http_info(query)
  when 'resetServiceStats' then statistics.reset_service_stats_with_http_info(id, query)
  else statistics.reset_monitor_stats_with_http_info(id, query)
  end
end

JSON.parse(File.read(ARGV[1])).each do |step|
  data, status = send_step(ARGV[0], step)
  puts JSON.generate({ status: status, body: data && data.to_hash })
rescue ApiError => e
  puts JSON.generate({ status: e.code, body: e.response_body && JSON.parse(e.response_body) })
rescue StandardError => e
  puts JSON.generate({ status: 0, problem: e.message[0, 200] })
end
