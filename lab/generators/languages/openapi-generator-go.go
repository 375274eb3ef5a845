// Calls the service with the client of openapi-generator's go: program BASE_URL STEPS, prints a JSON response per step.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	for _, one := range readSteps() {
		body, response, err := send(os.Args[1], one)
		var refusal *api.GenericOpenAPIError
		switch {
		case errors.As(err, &refusal) && response != nil && refusal.Model() != nil:
			respond(map[string]any{"status": response.StatusCode, "body": refusal.Model()})
		case err != nil:
			respond(map[string]any{"status": 0, "problem": err.Error()})
		default:
			respond(map[string]any{"status": response.StatusCode, "body": body})
		}
	}
}

func send(baseUrl string, s step) (any, *http.Response, error) {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: baseUrl}}
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, s.Token)
	ctx = context.WithValue(ctx, api.ContextAPIKeys, map[string]api.APIKey{"adminApiKey": {Key: s.AdminKey}})
	switch s.OperationId {
	case "signup":
		return client.AccountsAPI.Signup(ctx).SignupRequest(read[api.SignupRequest](s.Body)).Execute()
	case "login":
		return client.AccountsAPI.Login(ctx).LoginRequest(read[api.LoginRequest](s.Body)).Execute()
	case "resolveIncident":
		return client.IncidentsAPI.ResolveIncident(ctx, s.Id).ResolveRequest(read[api.ResolveRequest](s.Body)).Execute()
	case "deleteIncident":
		response, err := client.IncidentsAPI.DeleteIncident(ctx, s.Id).Execute()
		return nil, response, err
	case "scheduleAccountDeletion":
		request := read[api.AccountDeletionRequest](s.Body)
		return client.AccountsAPI.ScheduleAccountDeletion(ctx).AccountDeletionRequest(request).Execute()
	case "listDeletionRequests":
		call := client.AdministrationAPI.ListDeletionRequests(ctx)
		if s.Query.Page != nil {
			call = call.Page(int32(*s.Query.Page))
		}
		if s.Query.Limit != nil {
			call = call.Limit(int32(*s.Query.Limit))
		}
		return call.Execute()
	case "resetServiceStats":
		call := client.StatisticsAPI.ResetServiceStats(ctx, s.Id)
		if s.Query.Before != nil {
			call = call.Before(*s.Query.Before)
		}
		return call.Execute()
	default:
		call := client.StatisticsAPI.ResetMonitorStats(ctx, s.Id)
		if s.Query.Before != nil {
			call = call.Before(*s.Query.Before)
		}
		return call.Execute()
	}
}
