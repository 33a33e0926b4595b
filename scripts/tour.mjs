/**
 * The tour that `npm start` takes, as lines to type. What a step keeps is the id that it showed, for
 * the `<name>` in later lines; `ends` is an exit code other than 0.
 *
 * @typedef {{ say?: string, type: string, keep?: string, ends?: number }} Step
 */

/** @type {readonly Step[]} */
export const tour = [
  { say: "The embedded platform, with nothing to set up:", type: "tome whoami --local" },
  { type: "tome local seed" },
  { type: "tome space list --local --limit 5" },
  {
    say: "A collection, and two spaces in it:",
    type: "tome collection create --title Handbooks --local",
  },
  {
    type: 'tome space create --title "Team guide" --parent Handbooks --local',
    keep: "other",
  },
  {
    type: 'tome space create --title "On-call guide" --parent Handbooks --local',
    keep: "space",
  },
  {
    say: "Change them, by their titles:",
    type: 'tome space move "On-call guide" --before "Team guide" --local',
  },
  { type: 'tome space update "On-call guide" --edit-mode locked --local' },
  { type: 'tome space delete "On-call guide" --yes --local' },
  { type: "tome collection spaces Handbooks --local" },
  { type: "tome space restore <space> --local" },
  {
    say: "Content, changed by a change request, and found:",
    type: 'tome cr create --space "On-call guide" --subject "Quiet hours" --local',
  },
  {
    type: 'tome cr edit "Quiet hours" --space "On-call guide" --new --title "Quiet hours" --local',
  },
  { type: 'tome cr merge "Quiet hours" --space "On-call guide" --local' },
  { type: 'tome page list --space "On-call guide" --local' },
  { type: 'tome org search "quiet hours" --local' },
  { type: "tome site list --local" },
  {
    say: "Two at once; both are checked before the first is changed:",
    type: 'tome space update "On-call guide" "Team guide" --language de --local',
  },
  {
    say: "Data for programs, through a jq filter, and a request that is not sent:",
    type: "tome space list --local --json id,title --jq '.[].title'",
  },
  { type: 'tome space update "Team guide" --title New --local --dry-run' },
  {
    say: "What is wrong is said before anything is sent, with an exit code of its own:",
    type: 'tome space update "Team guide" --edit-mode frozen --local',
    ends: 2,
  },
  { type: 'tome space get "Teem guide" --local', ends: 5 },
  {
    say: "A week later a deleted space is gone:",
    type: 'tome space delete "Team guide" --yes --local',
  },
  { type: "tome local clock --advance 8d" },
  { type: "tome space restore <other> --local", ends: 5 },
];
