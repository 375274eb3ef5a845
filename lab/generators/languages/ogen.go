// Calls the service with the client of ogen: program BASE_URL STEPS, prints a JSON response per step.
package main

import (
	"context"
	"os"
	"reflect"
	"time"

	"client/api"
)

type credentials struct{ step }

func (c credentials) BearerAuth(context.Context, api.OperationName) (api.BearerAuth, error) {
	return api.BearerAuth{Token: c.Token}, nil
}

func (c credentials) AdminApiKey(context.Context, api.OperationName) (api.AdminApiKey, error) {
	return api.AdminApiKey{APIKey: c.AdminKey}, nil
}

func main() {
	for _, one := range readSteps() {
		respond(send(os.Args[1], one))
	}
}

func send(baseUrl string, s step) map[string]any {
	client, err := api.NewClient(baseUrl, credentials{s})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	var before api.OptBefore
	if s.Query.Before != nil {
		day, _ := time.Parse(time.DateOnly, *s.Query.Before)
		before = api.NewOptBefore(api.Before(day))
	}
	switch s.OperationId {
	case "signup":
		body := read[api.SignupRequest](s.Body)
		r, err := client.Signup(ctx, &body, api.SignupParams{})
		return reply(201, r, err)
	case "login":
		body := read[api.LoginRequest](s.Body)
		r, err := client.Login(ctx, &body, api.LoginParams{})
		return reply(200, r, err)
	case "resolveIncident":
		body := api.NewOptResolveRequest(read[api.ResolveRequest](s.Body))
		r, err := client.ResolveIncident(ctx, body, api.ResolveIncidentParams{ID: api.IncidentId(s.Id)})
		return reply(200, r, err)
	case "deleteIncident":
		r, err := client.DeleteIncident(ctx, api.DeleteIncidentParams{ID: api.IncidentId(s.Id)})
		return reply(204, r, err)
	case "scheduleAccountDeletion":
		body := read[api.AccountDeletionRequest](s.Body)
		r, err := client.ScheduleAccountDeletion(ctx, &body, api.ScheduleAccountDeletionParams{})
		return reply(200, r, err)
	case "listDeletionRequests":
		var params api.ListDeletionRequestsParams
		if s.Query.Limit != nil {
			params.Limit = api.NewOptInt(*s.Query.Limit)
		}
		r, err := client.ListDeletionRequests(ctx, params)
		return reply(200, r, err)
	case "resetServiceStats":
		r, err := client.ResetServiceStats(ctx, api.ResetServiceStatsParams{ID: api.ServiceId(s.Id), Before: before})
		return reply(200, r, err)
	default:
		r, err := client.ResetMonitorStats(ctx, api.ResetMonitorStatsParams{ID: api.MonitorId(s.Id), Before: before})
		return reply(200, r, err)
	}
}

// reply tells a refusal by its body: each result has a type of its own, whose field Response is the body.
func reply(success int, result any, err error) map[string]any {
	if err != nil {
		return map[string]any{"status": 0, "problem": err.Error()}
	}
	field := reflect.ValueOf(result).Elem()
	if field.Kind() != reflect.Struct || !field.FieldByName("Response").IsValid() {
		return map[string]any{"status": success}
	}
	body := field.FieldByName("Response").Addr().Interface()
	if refusal, ok := body.(*api.ApiError); ok {
		return map[string]any{"status": refusal.Error.Status, "body": body}
	}
	return map[string]any{"status": success, "body": body}
}
