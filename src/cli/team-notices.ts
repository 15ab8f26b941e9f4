import { type Diagnostic, diagnose, hasErrors } from '../diagnostics/index.js';
import { unusedEnvironment } from '../teams/diagnostics.js';
import type { OpenedTeams } from '../teams/while-recording-teams.js';
import type { AppPlan } from '../tree/plan-app.js';

/** Environments that have teams, and that no cluster of the app has asked for. */
export const teamNotices = (opened: readonly OpenedTeams[], plan: AppPlan): readonly Diagnostic[] => {
  if (!plan.scope.all || hasErrors(plan.diagnostics)) return [];
  return opened.flatMap(({ shown, teams, used }) =>
    teams.environments
      .filter((name) => !used.has(name) && [...teams.teams.values()].some((one) => one.environments.has(name)))
      .map((name) =>
        diagnose(unusedEnvironment, {
          message: `no cluster takes the teams of environment "${name}"`,
          at: { file: shown },
          fix: `add them to a stage of its cluster: .stage('tenants', teamsIn('${name}')), from imports/teams.ts`,
        }),
      ),
  );
};
