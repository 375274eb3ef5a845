// Calls the service with the client of oapi-codegen: program BASE_URL STEPS, prints a JSON response per step.
package main

import (
	"context"
	"net/http"
	"os"
	"time"

	"client/client"

	openapi "github.com/oapi-codegen/runtime/types"
)

func main() {
	for _, one := range readSteps() {
		status, body, err := send(os.Args[1], one)
		if err != nil {
			respond(map[string]any{"status": 0, "problem": err.Error()})
			continue
		}
		respond(map[string]any{"status": status, "body": body})
	}
}

func send(baseUrl string, s step) (int, any, error) {
	credentials := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+s.Token)
		request.Header.Set("X-Admin-Api-Key", s.AdminKey)
		return nil
	}
	api, err := client.NewClientWithResponses(baseUrl, client.WithRequestEditorFn(credentials))
	if err != nil {
		return 0, nil, err
	}
	ctx := context.Background()
	var before *openapi.Date
	if s.Query.Before != nil {
		day, _ := time.Parse(time.DateOnly, *s.Query.Before)
		before = &openapi.Date{Time: day}
	}
	switch s.OperationId {
	case "signup":
		r, err := api.SignupWithResponse(ctx, nil, read[client.SignupRequest](s.Body))
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON201, r.JSON409), nil
	case "login":
		r, err := api.LoginWithResponse(ctx, nil, read[client.LoginRequest](s.Body))
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON401), nil
	case "resolveIncident":
		r, err := api.ResolveIncidentWithResponse(ctx, s.Id, nil, read[client.ResolveRequest](s.Body))
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON409), nil
	case "deleteIncident":
		r, err := api.DeleteIncidentWithResponse(ctx, s.Id, nil)
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON409), nil
	case "scheduleAccountDeletion":
		r, err := api.ScheduleAccountDeletionWithResponse(ctx, nil, read[client.AccountDeletionRequest](s.Body))
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON403), nil
	case "listDeletionRequests":
		params := client.ListDeletionRequestsParams{Page: s.Query.Page, Limit: s.Query.Limit}
		r, err := api.ListDeletionRequestsWithResponse(ctx, &params)
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON401), nil
	case "resetServiceStats":
		r, err := api.ResetServiceStatsWithResponse(ctx, s.Id, &client.ResetServiceStatsParams{Before: before})
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON403), nil
	default:
		r, err := api.ResetMonitorStatsWithResponse(ctx, s.Id, &client.ResetMonitorStatsParams{Before: before})
		if err != nil {
			return 0, nil, err
		}
		return r.StatusCode(), first(r.JSON200, r.JSON404), nil
	}
}

// first returns what the client parsed: a pointer that is not nil.
func first(parsed ...any) any {
	for _, one := range parsed {
		if toJSON(one) != "null" {
			return one
		}
	}
	return nil
}
