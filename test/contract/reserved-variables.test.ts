import { expect, test } from "vitest";
import { isReservedVariable } from "../../src/contract/reserved-variables.ts";

/** Variables with access to a platform, a pipeline or its services, by the documentation that names them. */
const reserved = [
  // tome and the hosted platform
  ...["TOME_TOKEN", "TOME_DATABASE", "GITBOOK_TOKEN"],
  // GitHub Actions
  ...["GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
  ...["RUNNER_TEMP", "INPUT_TOKEN", "GH_TOKEN"],
  // GitLab CI
  ...["CI", "CI_JOB_TOKEN", "CI_DEPLOY_PASSWORD", "GITLAB_TOKEN"],
  // Azure Pipelines
  ...["SYSTEM_ACCESSTOKEN", "AGENT_WORKFOLDER", "AZURE_CLIENT_SECRET", "ARM_CLIENT_SECRET"],
  ...["VSS_NUGET_ACCESSTOKEN", "TF_BUILD"],
  // Other systems
  ...["BITBUCKET_STEP_OIDC_TOKEN", "BUILDKITE_AGENT_ACCESS_TOKEN", "CIRCLE_OIDC_TOKEN"],
  ...["DRONE_NETRC_PASSWORD", "HUDSON_URL", "JENKINS_URL", "SEMAPHORE_OIDC_TOKEN"],
  ...["TEAMCITY_VERSION", "TRAVIS_REPO_SLUG", "WOODPECKER_TOKEN", "CODEBUILD_BUILD_ID"],
  // Hosting services, clouds and their clients
  ...["AWS_SECRET_ACCESS_KEY", "CLOUDFLARE_API_TOKEN", "DOCKER_AUTH_CONFIG"],
  ...["GOOGLE_APPLICATION_CREDENTIALS", "NETLIFY_AUTH_TOKEN", "NPM_TOKEN", "NODE_AUTH_TOKEN"],
  ...["VAULT_TOKEN", "VERCEL_TOKEN", "GITEA_TOKEN", "KUBECONFIG", "SSH_AUTH_SOCK"],
];

test.each(reserved)("%s is reserved in any case", (name) => {
  expect([name, name.toLowerCase()].map(isReservedVariable)).toEqual([true, true]);
});

test.each([
  "",
  "WEBHOOK_SECRET",
  "MY_GITHUB_TOKEN",
  "MY_CI",
  "CIRCUS",
  "TOME",
  "AWS",
  "KUBECONFIG_SECRET",
  "SPEC_URL",
])("%j is not reserved", (name) => {
  expect(isReservedVariable(name)).toBe(false);
});
