/**
 * Environment variables that files must not refer to, because they give access to a platform, a
 * pipeline or its services: a file may come from a pull request, and the pipeline that checks it
 * has these variables. The lists follow the documentation of each CI system.
 */

/** Prefixes of reserved names. */
const prefixes = [
  "TOME_",
  "GITBOOK_",
  // GitHub Actions
  "GITHUB_",
  "ACTIONS_",
  "RUNNER_",
  "INPUT_",
  // GitLab CI
  "CI_",
  "GITLAB_",
  // Azure Pipelines
  "SYSTEM_",
  "AGENT_",
  "AZURE_",
  "ARM_",
  "VSS_",
  // Bitbucket, Buildkite, CircleCI, Drone, Jenkins, Semaphore, TeamCity, Travis CI, Woodpecker
  "BITBUCKET_",
  "BUILDKITE_",
  "CIRCLE_",
  "DRONE_",
  "HUDSON_",
  "JENKINS_",
  "SEMAPHORE_",
  "TEAMCITY_",
  "TRAVIS_",
  "WOODPECKER_",
  // Hosting services, and the clouds of their workers
  "AWS_",
  "CLOUDFLARE_",
  "CODEBUILD_",
  "DOCKER_",
  "GOOGLE_",
  "NETLIFY_",
  "NPM_",
  "VAULT_",
  "VERCEL_",
] as const;

const names: ReadonlySet<string> = new Set([
  "CI",
  "GH_TOKEN",
  "GITEA_TOKEN",
  "KUBECONFIG",
  "NODE_AUTH_TOKEN",
  "SSH_AUTH_SOCK",
  "TF_BUILD",
]);

/** Names of variables are case-insensitive on Windows. */
export function isReservedVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return names.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix));
}
