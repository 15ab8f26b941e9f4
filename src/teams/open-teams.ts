import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VarShape } from '../contract/index.js';
import {
  type Diagnostic,
  diagnose,
  FluxspanError,
  formatValue,
  hasErrors,
  nearest,
  rememberPlace,
  suggest,
} from '../diagnostics/index.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { makeTenant, type TenantInstance } from '../tenants/tenant.js';
import type { TenantOptions } from '../tenants/tenant-options.js';
import { replacedText } from '../versions/while-recording.js';
import { badTeamsFile, unknownEnvironment } from './diagnostics.js';
import { TEAMS_FILE } from './files.js';
import { parseTeams, type Teams } from './parse-teams.js';
import { noteTeams } from './while-recording-teams.js';
import { withRemoved } from './with-removed.js';

/** By environment, the names of its teams. */
type Names = Readonly<Record<string, string>>;

/** What code adds to a team that isn't data. */
export interface TeamAdditions extends Pick<TenantOptions, 'extend' | 'requires'> {
  /** Vars that the platform offers, with their types. A team gets those that its `vars` in teams.yaml names. @default - none */
  readonly vars?: VarShape;
}

/** Makes tenants of what teams.yaml has; `T` has the names of the teams in each environment. */
export interface TeamReaders<T extends object = Names> {
  /**
   * The teams of an environment, each as a `tenant()`, for a stage.
   *
   * @example cluster.stage('tenants', teamsIn('dev', () => ({ vars: { TF_DOMAIN: hostname() } })))
   * @param more what code adds to a team: more objects by `extend`, what they require, and the vars that a team may name
   * @throws FluxspanError for an environment that the file doesn't have, or vars that the code doesn't offer
   */
  teamsIn<const E extends keyof T & string>(
    environment: E,
    more?: (team: T[E] & string) => TeamAdditions | undefined,
  ): readonly TenantInstance<T[E] & string>[];
}

/**
 * Opens a file of teams. The module `imports/teams.ts`, which `fluxspan synth` generates, calls it with the names in the
 * file as types: import `teamsIn` from there.
 *
 * @param module the URL of the module that calls it
 * @param path of the file, relative to that module
 * @throws FluxspanError with all that is wrong with the file
 */
export const openTeams = <T extends object = Names>(module: string, path = `../${TEAMS_FILE}`): TeamReaders<T> => {
  const file = join(dirname(fileURLToPath(module)), path);
  const shown = path.replace(/^\.\.\//, '');
  const text = replacedText(file);
  const teams = text === undefined ? readTeams(file, shown) : parseTeams(text, shown);
  if (hasErrors(teams.problems)) throw new FluxspanError(teams.problems);
  const used = new Set<string>();
  noteTeams({ file, shown, teams, used });
  return {
    teamsIn: ((environment: string, more?: (team: string) => TeamAdditions | undefined) => {
      if (!teams.environments.includes(environment)) throw unknown(environment, teams, shown);
      used.add(environment);
      const problems: Diagnostic[] = [];
      const members = [...teams.teams.values()].flatMap(({ name, place, environments }) => {
        const found = environments.get(environment);
        if (found === undefined) return [];
        const { vars: offered = {}, ...additions } = more?.(name) ?? {};
        const vars: Record<string, VarShape[string]> = {};
        for (const one of found.vars) {
          if (Object.hasOwn(offered, one.name)) vars[one.name] = offered[one.name]!;
          else problems.push(notOffered(name, one, Object.keys(offered)));
        }
        const given = Object.keys(vars).length === 0 ? {} : { vars };
        return [makeTenant({ ...found.options, ...additions, ...given }, () => place, true)];
      });
      if (problems.length > 0) throw new FluxspanError(problems);
      const removed = teams.removed.filter((one) => one.environments.includes(environment));
      return withRemoved(members, removed);
    }) as never,
  };
};

const notOffered = (
  team: string,
  { name, place }: { readonly name: string; readonly place: string },
  offered: readonly string[],
): Diagnostic => {
  const near = nearest(name, offered);
  const byCode = `offer it where the code calls teamsIn: (team) => ({ vars: { ${name}: hostname() } }), with its own type`;
  return diagnose(badTeamsFile, {
    message: `team "${team}" names the var ${formatValue(name)}, which the platform's code doesn't offer`,
    at: { file: place },
    fix: near === undefined ? byCode : `did you mean "${near}"? Otherwise, ${byCode}`,
  });
};

const unknown = (environment: unknown, { environments }: Teams, shown: string): FluxspanError => {
  const source = rememberPlace()();
  const message = `${shown} has no environment ${formatValue(environment)}`;
  const fix = `${suggest(String(environment), environments)}; or add it to "environments" there`;
  return new FluxspanError([
    diagnose(unknownEnvironment, { message, fix, at: source === undefined ? { file: shown } : { source } }),
  ]);
};

/** More than a file of ten thousand teams has. */
const MOST_MEGABYTES = 4;

/** Reads and parses a file of teams; one that can't be read is a problem of it. @param shown its path in messages */
export const readTeams = (file: string, shown: string): Teams => {
  try {
    return parseTeams(readRegularFile(file, MOST_MEGABYTES).toString(), shown);
  } catch (error) {
    const message = `${shown} can't be read: ${unreadReason(error)}`;
    const fix =
      shown === TEAMS_FILE
        ? 'put it next to cdk8s.yaml; fluxspan tenant add writes one'
        : 'check its repository out there: git submodule update --init; or give its new path: fluxspan import teams PATH';
    const problem = diagnose(badTeamsFile, { message, at: { file: shown }, fix });
    return { environments: [], teams: new Map(), removed: [], problems: [problem] };
  }
};
