// What a frontend does with the API, by the types that are generated from openapi.json. It is compiled, not run.
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

const api = createClient<paths>({ baseUrl: "http://localhost:8080", headers: { Authorization: "Bearer …" } });

type Problem = components["schemas"]["Problem"];

function told(problem: Problem): string {
  return problem.errors?.map((error) => `${error.field}: ${error.message}`).join("\n") ?? problem.detail;
}

export async function signIn(): Promise<string> {
  const { data, error } = await api.POST("/api/sign-ins");
  if (error) {
    return told(error);
  }
  return data.newlySigned ? `Day ${data.streak}: ${data.points} points` : `Signed in already on ${data.day}`;
}

export async function makeUp(day: string): Promise<number | string> {
  const { data, error } = await api.POST("/api/sign-ins/make-ups", { body: { day } });
  if (error?.type === "urn:streakboard:problem:make-up-quota-exhausted") {
    return 0;
  }
  return error ? told(error) : data.makeUpsLeft;
}

export async function podium(season: string): Promise<string[]> {
  const { data } = await api.GET("/api/boards/{board}/top", {
    params: { path: { board: "points" }, query: { season, size: 3 } },
  });
  return data?.items.map((row) => `${row.rank}. ${row.name ?? row.member}: ${row.score}`) ?? [];
}

export async function myRank(): Promise<number | null> {
  const { data } = await api.GET("/api/points/summary");
  return data?.rank ?? null;
}

export async function report(learner: string, lesson: string): Promise<number | undefined> {
  const activity = { learner, type: "LESSON", sourceId: lesson, occurredAt: new Date().toISOString() };
  const { data } = await api.POST("/api/activities", { body: { activities: [activity] } });
  return data?.results[0]?.points;
}
