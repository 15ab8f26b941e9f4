import { nameFault } from '../addon/names.js';
import { type Diagnostic, type DiagnosticDefinition, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, parseTypedPath, printPath } from '../json/json-path.js';
import { checkTenant } from '../tenants/parse-tenant.js';
import type { TenantOffboarding } from '../tenants/tenant-options.js';
import { decodeYaml } from '../yaml/decode-yaml.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { YamlNode } from '../yaml/yaml-node.js';
import { badTeamsFile, teamCredential, teamTwice, unknownEnvironment } from './diagnostics.js';
import { API_VERSION, KIND } from './files.js';
import { alertsDepth, findCredentials } from './find-credentials.js';
import { EXAMPLES, shapeProblems } from './shape-problems.js';
import { checkAlerts } from './team-alerts.js';
import { type Layer, type MergedTeam, mergeTeam } from './team-options.js';
import { keysOf } from './teams-schema.js';
import { otherKeys, placeAt, type SecondKey, secondKeys, type TextPlace, withoutSecondKeys } from './yaml-places.js';

/** What a team is in one environment. */
export interface TeamInEnvironment extends Pick<MergedTeam, 'options' | 'ref'> {
  readonly offboard: TenantOffboarding | undefined;
  /** Names of vars, each with its place. */
  readonly vars: readonly { readonly name: string; readonly place: string }[];
}

export interface Team {
  readonly name: string;
  /** `teams.yaml:4:3`. */
  readonly place: string;
  readonly description: string | undefined;
  /** By environment, in the order of the file's list. */
  readonly environments: ReadonlyMap<string, TeamInEnvironment>;
}

/** A team that is gone. */
export interface RemovedTeam {
  readonly name: string;
  readonly place: string;
  readonly reason: string;
  readonly environments: readonly string[];
}

/** What teams.yaml says. */
export interface Teams {
  readonly environments: readonly string[];
  /** In the order of the file. */
  readonly teams: ReadonlyMap<string, Team>;
  readonly removed: readonly RemovedTeam[];
  /** All that is wrong with the file. */
  readonly problems: readonly Diagnostic[];
}

const ENVIRONMENT = /^[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?$/;
const EXAMPLE = `apiVersion: ${API_VERSION}, kind: ${KIND}, environments: [dev], teams: {}`;

/** Reports what is wrong at a path of the file. */
type Report = (path: JsonPath, message: string, fix: string, definition?: DiagnosticDefinition) => void;

/** @param file as messages name it: `teams.yaml`, `systems/teams.yaml` */
export const parseTeams = (text: string, file: string): Teams => {
  const problems: Diagnostic[] = [];
  const at = (place: TextPlace | undefined) => ({
    file: place === undefined ? file : `${file}:${place.line}:${place.column}`,
  });
  const none: Teams = { environments: [], teams: new Map(), removed: [], problems };
  const refuse = (place: TextPlace | undefined, message: string, fix: string, definition = badTeamsFile) => {
    problems.push(diagnose(definition, { message, fix, at: at(place) }));
  };
  let root: YamlNode | undefined;
  let value: unknown;
  try {
    const [first, second] = parseYamlNodes(text, 'sigs-yaml');
    root = first;
    if (second !== undefined) {
      refuse(placeAt(second, []), `${file} has a second document`, 'put all teams into the first one');
      return none;
    }
    value = root === undefined ? undefined : decodeYaml(root, false).value;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { line, column = 1 } = error;
    refuse(
      line === undefined ? undefined : { line, column },
      `${file} isn't valid YAML: ${error.problem}`,
      'fix the line, or the one above it: keys of one level begin in the same column, and each has a colon and a space',
    );
    return none;
  }
  if (root === undefined || value === null) {
    refuse(undefined, `${file} is empty`, `write ${EXAMPLE}`);
    return none;
  }
  if (!isObject(value)) {
    refuse(placeAt(root, []), `${file} isn't a map`, `write ${EXAMPLE}`);
    return none;
  }
  const seen = new Set<string>();
  const openReport =
    (document: YamlNode): Report =>
    (path, message, fix, definition = badTeamsFile) => {
      const problem = diagnose(definition, { message, fix, at: at(placeAt(document, path)) });
      const key = `${problem.code} ${problem.message} ${problem.at.file}`;
      if (!seen.has(key)) problems.push(problem);
      seen.add(key);
    };
  for (const { key, meaning } of otherKeys(root)) {
    const message = `the key ${key.value} is ${meaning} to YAML, and no text`;
    refuse(placeAt(key, []), message, `write it in quotes: '${key.value}'`);
  }
  const read = (document: YamlNode, json: Readonly<Record<string, unknown>>) =>
    readDocument(json, openReport(document), (path) => at(placeAt(document, path)).file);
  const second = secondKeys(root);
  if (second.length > 0) {
    reportSecondKeys(second, file, openReport(root));
    // The last of equal keys counts, but what is wrong with the others is to be known, too.
    const first = withoutSecondKeys(root);
    read(first, decodeYaml(first, false).value as Readonly<Record<string, unknown>>);
  }
  return { ...read(root, value), problems };
};

/** What a document says; what is wrong with it is reported. */
const readDocument = (
  json: Readonly<Record<string, unknown>>,
  reportAt: Report,
  titleOf: (path: JsonPath) => string,
): Omit<Teams, 'problems'> => {
  const told: JsonPath[] = [];
  const report: Report = (path, ...rest) => {
    told.push(path);
    reportAt(path, ...rest);
  };
  const credentials = findCredentials(json);
  for (const path of credentials) {
    const key = path.at(-1);
    const ofAlerts = alertsDepth(path);
    const message =
      ofAlerts === undefined
        ? `${typeof key === 'string' ? `"${key}"` : 'a text'} of ${whoseOf(path)} has a credential in it`
        : `"${printPath(path.slice(ofAlerts - 1))}" of ${whoseOf(path)} is a secret in clear text`;
    const seen = 'take it out, and revoke it if it was ever committed; make a Secret, and name it';
    const isSource = path.includes('source') || key === 'url';
    const named =
      isSource && ofAlerts === undefined
        ? 'source: { url: https://…, secretRef: { name: git } }'
        : `secretRef: { name: ${ofAlerts === undefined ? '…' : 'slack'} }`;
    const isKeyOfAge = path.at(-1) === 'age' || path.at(-2) === 'age';
    const fix = isKeyOfAge
      ? 'give the public key instead (age-keygen -y), and make a new private one if it was ever committed'
      : `${seen}: ${named}`;
    report(path, message, fix, teamCredential);
  }
  const clean = credentials.reduce<unknown>(withoutCredential, json) as Readonly<Record<string, unknown>>;
  const environments = readEnvironments(clean['environments'], report);
  const teams = readTeams(clean, environments, report, titleOf);
  const removed = readRemoved(clean['removed'], environments, teams, report, titleOf);
  for (const { path, message, fix } of shapeProblems(clean)) {
    // What tenant() says of a value, or of a name, says more.
    const isTold = told.some((one) => one.every((step, index) => String(step) === String(path[index])));
    if (!isTold) report(path, message, fix);
  }
  return { environments, teams, removed };
};

const reportSecondKeys = (all: readonly SecondKey[], file: string, report: Report): void => {
  for (const { key, first, path } of all) {
    const isTeam = path.length === 1 && path[0] === 'teams';
    const what = isTeam ? `team ${formatValue(key.value)}` : `the key ${formatValue(key.value)}`;
    const where = first === undefined ? '' : `, and first in line ${first.line}`;
    const fix = isTeam ? 'keep one, or give another team a name of its own' : 'keep one of them';
    report([...path, key.value], `${what} is in ${file} twice: here${where}`, fix, teamTwice);
  }
};

const whoseOf = ([list, name]: JsonPath): string =>
  list === 'teams' && name !== undefined ? `team ${formatValue(name)}` : `"${String(list)}"`;

/** A text in its place keeps everything else readable, and is never shown. */
const withoutCredential = (value: unknown, path: JsonPath): unknown =>
  replaced(value, path, alertsDepth(path) === undefined ? 'https://example.org/hidden' : 'hidden');

const replaced = (value: unknown, [first, ...rest]: JsonPath, text: string): unknown => {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? replaced(item, rest, text) : item));
  return isObject(value) ? { ...value, [first]: replaced(value[String(first)], rest, text) } : value;
};

const readEnvironments = (given: unknown, report: Report): readonly string[] => {
  const names = Array.isArray(given) ? given : [];
  const good: string[] = [];
  for (const [index, name] of names.entries()) {
    const path = ['environments', index];
    if (typeof name !== 'string') continue;
    if (!ENVIRONMENT.test(name))
      report(path, `the environment ${formatValue(name)} isn't a name`, 'use letters, digits and dashes: prod-eu');
    else if (good.includes(name))
      report(path, `the environment "${name}" is listed twice`, 'keep one of them', teamTwice);
    else good.push(name);
  }
  return good;
};

const layerOf = (given: unknown, path: JsonPath): readonly Layer[] =>
  isObject(given) ? [{ path, settings: given }] : [];

const readTeams = (
  { defaults, teams }: Readonly<Record<string, unknown>>,
  environments: readonly string[],
  report: Report,
  titleOf: (path: JsonPath) => string,
): ReadonlyMap<string, Team> => {
  const found = new Map<string, Team>();
  if (!isObject(teams)) return found;
  for (const [name, given] of Object.entries(teams)) {
    const path = ['teams', name];
    const fault = nameFault(name);
    if (fault !== undefined) {
      report(path, `the team name ${formatValue(name)} ${fault}`, `give it another name: ${plainName(name)}`);
      continue;
    }
    const own: Readonly<Record<string, unknown>> = isObject(given) ? given : {};
    const members = new Map<string, TeamInEnvironment>();
    const withoutRef: string[] = [];
    for (const [environment, settings, at] of environmentsOf(name, own['environments'], environments, report)) {
      const layers = [
        ...layerOf(defaults, ['defaults']),
        ...layerOf(own, path),
        ...(at === undefined ? [] : layerOf(settings, at)),
      ];
      const merged = mergeTeam(name, layers);
      checkTeam(name, merged, report);
      if (merged.lacksRef && at === undefined) withoutRef.push(environment);
      else if (merged.lacksRef) reportRef(name, [environment], at ?? path, report);
      const { offboard } = merged.options;
      const vars = merged.vars.map((one, index) => ({ name: one, place: titleOf(merged.pathOf(['vars', index])) }));
      members.set(environment, { options: merged.options, ref: merged.ref, offboard, vars });
    }
    if (withoutRef.length > 0) reportRef(name, withoutRef, path, report);
    const description = typeof own['description'] === 'string' ? own['description'] : undefined;
    found.set(name, { name, place: titleOf(path), description, environments: members });
  }
  return found;
};

/** A name that is near to what was written. */
const plainName = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return plain === '' || nameFault(plain) !== undefined ? 'claims' : plain;
};

type EnvironmentEntry = readonly [name: string, settings: unknown, at: JsonPath | undefined];

/** The environments that a team is in, in the order of the file's list. */
const environmentsOf = (
  team: string,
  given: unknown,
  all: readonly string[],
  report: Report,
): readonly EnvironmentEntry[] => {
  if (given === undefined) return all.map((name) => [name, undefined, undefined]);
  const base = ['teams', team, 'environments'];
  const entries: readonly EnvironmentEntry[] = Array.isArray(given)
    ? given.flatMap((name: unknown, index): readonly EnvironmentEntry[] =>
        typeof name === 'string' ? [[name, undefined, [...base, index]]] : [],
      )
    : isObject(given)
      ? Object.entries(given).map(([name, settings]): EnvironmentEntry => [name, settings, [...base, name]])
      : [];
  for (const [name, , at] of entries) {
    // A file without a list of environments is refused for that.
    if (all.length > 0 && !all.includes(name))
      report(
        at ?? base,
        `team "${team}" is in ${formatValue(name)}, which "environments" at the top of the file lacks`,
        keysOf.settings.includes(name) && !Array.isArray(given)
          ? `write it below an environment, indented: ${all[0] ?? 'dev'}: { ${name}: … }`
          : suggest(name, all),
        unknownEnvironment,
      );
  }
  if (entries.length === 0)
    report(base, `team "${team}" is in no environment`, 'name one; or leave "environments" out: then it is in all');
  return entries.filter(([name]) => all.includes(name)).sort(([a], [b]) => all.indexOf(a) - all.indexOf(b));
};

const reportRef = (team: string, environments: readonly string[], path: JsonPath, report: Report): void => {
  const message = `team "${team}" doesn't say which branch, tag or range of its source ${environments.map((one) => `"${one}"`).join(' and ')} ${environments.length === 1 ? 'gets' : 'get'}`;
  // What else is below the path is still reported, such as a misspelt `branch`.
  report(
    [...path, 'branch'],
    message,
    `say it: ${environments[0]}: { branch: main }; or a tag, or a range: { semver: 1.x }`,
  );
};

/** The same rules as for a tenant in code. */
const checkTeam = (
  team: string,
  { options, ref, pathOf, hasSource, refWithoutSource, alerts }: MergedTeam,
  report: Report,
): void => {
  if (refWithoutSource !== undefined) {
    const fix = 'write the address of its repository: source: https://github.com/acme/claims';
    report(refWithoutSource, `team "${team}" has "${String(refWithoutSource.at(-1))}" and no "source"`, fix);
  }
  const { receiver } = options as { readonly receiver?: unknown };
  // The rule of its CRD, in the words of the file.
  if (isObject(receiver) && typeof receiver['type'] === 'string' && receiver['type'] !== 'generic-oidc') {
    if (receiver['secretRef'] === undefined)
      report(pathOf(['receiver']), `"receiver" of team "${team}" has no "secretRef"`, `write ${EXAMPLES['receiver']}`);
  }
  checkAlerts(alerts, team, (path, message, fix) => report(pathOf(['alerts', ...path]), message, fix));
  checkTenant(options as unknown as Readonly<Record<string, unknown>>, (message, fix, path) => {
    // A source without a version, or that can't be read, is reported as such.
    if (path === 'source.ref' && Object.keys(ref).length === 0) return;
    if (hasSource && message.endsWith('no `source`')) return;
    // These may be made by functions in code.
    const inYaml = path === 'receiver' || path === 'secrets' ? `write ${EXAMPLES[path]}` : fix;
    report(pathOf(parseTypedPath(path) ?? [path]), message, inYaml);
  });
};

const readRemoved = (
  given: unknown,
  all: readonly string[],
  teams: ReadonlyMap<string, Team>,
  report: Report,
  titleOf: (path: JsonPath) => string,
): readonly RemovedTeam[] => {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, one]) => {
    const path = ['removed', name];
    const reason = isObject(one) ? one['reason'] : one;
    const named = isObject(one) && Array.isArray(one['environments']) ? (one['environments'] as unknown[]) : all;
    for (const [index, environment] of named.entries()) {
      if (all.length > 0 && typeof environment === 'string' && !all.includes(environment))
        report(
          [...path, 'environments', index],
          `team "${name}" is removed from ${formatValue(environment)}, which "environments" at the top of the file lacks`,
          suggest(environment, all),
          unknownEnvironment,
        );
    }
    const environments = all.filter((environment) => named.includes(environment));
    const still = environments.filter((environment) => teams.get(name)?.environments.has(environment));
    if (still.length > 0)
      report(
        path,
        `team "${name}" is in "removed", and still in "teams" for ${still.join(', ')}`,
        `take it out of one; to begin its removal: fluxspan tenant remove ${name}`,
        teamTwice,
      );
    return typeof reason === 'string' && reason.trim() !== ''
      ? [{ name, place: titleOf(path), reason, environments }]
      : [];
  });
};
