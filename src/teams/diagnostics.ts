import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const badTeamsFile = defineDiagnostic({
  code: 'FX820',
  name: 'bad-teams-file',
  severity: 'error',
  summary:
    "teams.yaml isn't a valid list of teams: it isn't valid YAML, has an unknown key, or a value that `tenant()` doesn't take.",
  page: {
    example: 'teams:\n  claims:\n    qouta: { requests.cpu: 4 }',
    right: 'teams:\n  claims:\n    quota: { requests.cpu: 4 }',
  },
});

export const unknownEnvironment = defineDiagnostic({
  code: 'FX821',
  name: 'unknown-environment',
  severity: 'error',
  summary:
    'A team in teams.yaml, or the code that calls `teamsIn`, names an environment that `environments` at the top of teams.yaml lacks. The team would be in no cluster.',
  page: {
    example: 'environments: [dev, prod]\nteams:\n  claims:\n    environments: { prd: { branch: main } }',
    right: 'environments: [dev, prod]\nteams:\n  claims:\n    environments: { prod: { branch: main } }',
  },
});

export const teamTwice = defineDiagnostic({
  code: 'FX822',
  name: 'team-twice',
  severity: 'error',
  summary:
    'teams.yaml has the same key twice, such as a team, of which YAML would take the last one; or a team is both in `teams` and in `removed`.',
  page: {
    example: 'teams:\n  claims: { groups: a }\n  claims: { groups: b }',
    right: 'teams:\n  claims: { groups: [a, b] }',
  },
});

export const teamCredential = defineDiagnostic({
  code: 'FX823',
  name: 'team-credential',
  severity: 'error',
  summary:
    'teams.yaml has a credential in it, such as a token in the URL of a repository, or the address of a channel for alerts. Everybody who can read the repository can use it. No message repeats it.',
  page: {
    example: 'source: https://user:TOKEN@github.com/acme/claims',
    right: 'source: { url: https://github.com/acme/claims, secretRef: { name: git } }',
  },
});

export const staleTeamNames = defineDiagnostic({
  code: 'FX824',
  name: 'stale-team-names',
  severity: 'error',
  summary:
    "The generated module imports/teams.ts doesn't have the teams and environments of teams.yaml, or can't be written. `fluxspan synth` writes it.",
});

export const unusedEnvironment = defineDiagnostic({
  code: 'FX825',
  name: 'unused-environment',
  severity: 'notice',
  summary:
    'No cluster takes the teams of an environment in teams.yaml, or of the whole file: its teams are in no cluster.',
});

export const teamNotEdited = defineDiagnostic({
  code: 'FX826',
  name: 'team-not-edited',
  severity: 'error',
  summary:
    "`fluxspan tenant` can't change teams.yaml as it was asked to: the team is there already, or isn't there, or the file is written in a way that can't be edited without changing other lines. Then nothing is written.",
  page: {
    example: 'npx fluxspan tenant remove clams',
    right: 'npx fluxspan tenant remove claims',
  },
});
