/**
 * Operations that the hosted platform has and the local platform does not, so that the response to
 * a request for one can name it.
 */
import type { Method } from "../../contract/endpoint.ts";
import { createPaths } from "./pipeline/path-table.ts";

export interface Absent {
  readonly method: Method;
  /** Path below `/v1`, with its `{names}`. */
  readonly path: string;
  readonly operation: string;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

export const absent: readonly Absent[] = `
POST /spaces/{spaceId}/content/computed/document getComputedDocument
POST /spaces/{spaceId}/content/computed/revision getComputedRevision
GET /orgs/{organizationId}/ask/questions/stream streamRecommendedQuestionsInOrganization
GET /orgs/{organizationId}/ask/stream streamAskInOrganization
GET /orgs/{organizationId}/sites/{siteId}/integration-scripts listSiteIntegrationScripts
POST /orgs/{organizationId}/sites/{siteId}/ask streamAskInSite
GET /orgs/{organizationId}/sites/{siteId}/ask/questions streamRecommendedQuestionsInSite
GET /orgs/{organizationId}/sites/{siteId}/topics listSiteTopics
GET /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId} getSiteTopicById
PATCH /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId} updateSiteTopicById
DELETE /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings deleteSiteTopicFindings
GET /orgs/{organizationId}/sites/{siteId}/questions listSiteQuestions
GET /orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId} getSiteQuestionById
GET /orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources listSiteQuestionSources
GET /orgs/{organizationId}/sites/{siteId}/question-stats getSiteQuestionStats
GET /orgs/{organizationId}/sites/{siteId}/answers listSiteQuestionAnswers
GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId} getSiteQuestionAnswerById
GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread getSiteQuestionAnswerThreadById
GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources listSiteQuestionAnswerSources
POST /orgs/{organizationId}/sites/{siteId}/ai/response streamAIResponseInSite
GET /orgs/{organizationId}/sites/{siteId}/ai/response/{responseId} streamExistingAIResponseInSite
`
  .trim()
  .split("\n")
  .map((line) => {
    const [written, path = "", operation = ""] = line.split(" ");
    const method = methods.find((one) => one === written);
    if (method === undefined) throw new Error(`${line} has no method.`);
    return { method, path, operation };
  });

const paths = createPaths<string>();
for (const { method, path, operation } of absent) paths.add(method, `/v1${path}`, operation);

/**
 * @param parts decoded segments of the path
 * @returns the name of the operation; undefined if the path is unknown to both platforms
 */
export function absentOperation(method: string, parts: readonly string[]): string | undefined {
  return paths.find(method === "HEAD" ? "GET" : method, parts)?.value;
}
