#!/usr/bin/env bash
# Builds a docs site of SECTIONS sections in HOLDERS groups, exports it as JSON, tears it down, builds
# it again from the export alone, and fails unless the second export is the same. It takes NODE and
# LAUNCHER, the program to run, and works in the current folder.
set -euo pipefail

# Standard input is not for the commands: loops read it.
tome() { "$NODE" "$LAUNCHER" "$@" --quiet </dev/null; }

# What the platform gave out, ids and addresses, is new each time; all else must be the same.
export_site() {
  tome site structure "$SITE" --jq '
    walk(if type == "object"
      then (if has("space") then .space = .space.id else . end)
        | del(.id, .urls, .section, .sectionGroup, .sections)
      else . end)'
}

guide=$(tome space create --title "Guide" --format id)
newer=$(tome space create --title "Next version" --format id)
SITE=$(tome site create --title "Many sections" --format id)
export TOME_SITE=$SITE

sections=()
for number in $(seq 1 "$SECTIONS"); do
  made=$(tome site section create --space "$guide" --title "Part $number" --format id)
  sections+=("$made")
  if ((number % 8 == 3)); then
    tome site section update "$made" --condition "visitor.claims.unsigned.tier$number == true" \
      --description "About part $number" --icon gear >/dev/null
    tome site space add "$newer" --section "$made" >/dev/null
  fi
done

groups=()
for number in $(seq 1 "$HOLDERS"); do
  flags=()
  # The last four sections stand in no group.
  for at in $(seq $((number - 1)) "$HOLDERS" $((SECTIONS - 5))); do flags+=(--section "${sections[$at]}"); done
  # The last two stand in the first two.
  if ((number > HOLDERS - 2)); then
    flags+=(--parent "${groups[$((number - HOLDERS + 1))]}")
  fi
  groups+=("$(tome site section-group create --title "Group $number" "${flags[@]}" --format id)")
done
tome site sort "${sections[$((SECTIONS - 1))]}" --before "${groups[0]}" >/dev/null
tome site update "$SITE" --default-site-section "${sections[$((SECTIONS / 2))]}" >/dev/null

tome site structure "$SITE" --json >structure.json
export_site >before.json

for section in $(tome site section list --all --format id); do
  tome site section delete "$section" --yes >/dev/null
done
for group in $(tome site section-group list --all --format id); do
  tome site section-group delete "$group" --yes >/dev/null
done
[ "$(tome site structure "$SITE" --jq '.structure | length')" = 0 ]

# One line for each part, top down: its depth and what it is made of, split by a tab.
"$NODE" -e '
  const walk = (items, depth) => items.forEach((item) => {
    const [first, ...others] = item.siteSpaces ?? [];
    const fields = item.object === "site-section-group"
      ? [depth, "group", item.title]
      : [depth, "section", item.title, first.space.id, item.default, item.condition ?? "-",
         item.description ?? "-", item.icon ?? "-", ...others.map((one) => one.space.id)];
    console.log(fields.join("\t"));
    walk(item.children ?? [], depth + 1);
  });
  walk(JSON.parse(require("node:fs").readFileSync("structure.json", "utf8")).structure, 0);
' >plan.tsv

holders=()
while IFS=$'\t' read -r depth kind title space is_default condition description icon more; do
  parent=""
  if ((depth > 0)); then parent=${holders[$((depth - 1))]}; fi
  if [ "$kind" = group ]; then
    flags=()
    if [ -n "$parent" ]; then flags=(--parent "$parent"); fi
    holders[depth]=$(tome site section-group create --title "$title" "${flags[@]}" --format id)
    continue
  fi
  made=$(tome site section create --space "$space" --title "$title" --format id)
  if [ "$condition" != - ]; then
    tome site section update "$made" --condition "$condition" --description "$description" \
      --icon "$icon" >/dev/null
  fi
  for another in $more; do
    tome site space add "$another" --section "$made" >/dev/null
  done
  if [ -n "$parent" ]; then
    tome site section-group add "$parent" "$made" >/dev/null
  fi
  if [ "$is_default" = true ]; then arrival=$made; fi
done <plan.tsv
tome site update "$SITE" --default-site-section "$arrival" >/dev/null

export_site >after.json
cmp before.json after.json
tome site section list --all --format id | wc -l
tome site section-group list --all --format id | wc -l
