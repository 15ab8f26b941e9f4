import { z } from 'zod';
import { optionFix } from '../alerts/check-alerts.js';
import { otherTypes, typesWithFunction } from '../alerts/destination-of-type.js';
import { formatValue, suggest } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath } from '../json/json-path.js';
import { alertKeys } from './alerts-schema.js';
import { alertsDepth } from './find-credentials.js';
import { keysOf, teamsSchema } from './teams-schema.js';

export interface ShapeProblem {
  readonly path: JsonPath;
  readonly message: string;
  readonly fix: string;
}

type Issue = z.core.$ZodIssue;

/** What doesn't have the form of a file of teams. */
export const shapeProblems = (value: unknown): readonly ShapeProblem[] => {
  const parsed = z.safeParse(teamsSchema, value, { jitless: true });
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, [], value));
};

const problemsOf = (issue: Issue, above: JsonPath, root: unknown): readonly ShapeProblem[] => {
  const path = [...above, ...(issue.path as JsonPath)];
  if (issue.code === 'invalid_union') {
    const isOther = (one: Issue) => one.path.length === 0 && ['invalid_type', 'invalid_value'].includes(one.code);
    const meant = issue.errors.find((issues) => issues.length > 0 && !issues.some(isOther));
    if (meant !== undefined) return meant.flatMap((one) => problemsOf(one, path, root));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `${ownerOf(path)} has no key "${key}"`,
      fix: isOfAlerts(path) && key === 'alert' ? ALERT_FIX : suggest(key, keysAt(path, root)),
    }));
  }
  const given = valueAt(root, path);
  if (given === undefined) {
    const key = String(path.at(-1));
    return [{ path, message: `${ownerOf(path.slice(0, -1))} has no "${key}"`, fix: `write ${exampleOf(path)}` }];
  }
  const isScalar = typeof given === 'number' || typeof given === 'boolean';
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (isOfAlerts(path)) {
    const owner = ownerOf(path);
    if (issue.code === 'invalid_union' && issue.discriminator === 'type')
      return [
        {
          path,
          message: `${owner} is ${kindOf(given)}, which Flux doesn't have`,
          fix: suggestType(String(given)),
        },
      ];
    const key = path.slice(alertsDepth(path)).find((step) => typeof step === 'string');
    // It may hold the value under any name.
    const what = key === 'secret' || key === 'secretRef' ? "isn't where a Secret comes from" : `is ${kindOf(given)}`;
    const fix =
      isScalar && isText
        ? 'write it in quotes'
        : ((key === undefined ? undefined : optionFix(String(key))) ?? `write ${EXAMPLES['alerts']}`);
    return [{ path, message: `${owner} ${what}`, fix }];
  }
  const isAddress = issue.code === 'invalid_format';
  return [
    {
      path,
      message: `${ownerOf(path)} is ${kindOf(given)}`,
      fix:
        isScalar && isText
          ? 'write it in quotes'
          : ((isAddress ? sshFix(given) : undefined) ?? `write ${exampleOf(path)}`),
    },
  ];
};

/** What holds more may hold a secret under any key. */
const kindOf = (given: unknown): string =>
  Array.isArray(given) && given.length > 0
    ? 'a list'
    : isObject(given) && Object.keys(given).length > 0
      ? 'a map'
      : formatValue(given);

/** What Git takes for an address of SSH, and Flux doesn't. */
const SCP = /^([\w.-]+@[\w.-]+):(?!\/\/)\/?([^\s:]+)$/;

const sshFix = (given: unknown): string | undefined => {
  const [, host, path] = SCP.exec(String(given)) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return `write source: { url: 'ssh://${host}/${path}', secretRef: { name: git } }; on the command line, --source ssh://${host}/${path} --secret git`;
};

const valueAt = (root: unknown, path: JsonPath): unknown => {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[String(step)];
    else return undefined;
  }
  return value;
};

/** The part of the file that a path is in, and the steps below it. */
const partOf = (
  path: JsonPath,
): { readonly name: string; readonly keys: readonly string[]; readonly rest: JsonPath } => {
  const [list, name, section, environment] = path;
  if (list === 'teams' && name !== undefined) {
    if (section === 'environments' && typeof environment === 'string')
      return {
        name: `environment "${environment}" of team "${name}"`,
        keys: keysOf.environment,
        rest: path.slice(4),
      };
    return { name: `team "${name}"`, keys: keysOf.team, rest: path.slice(2) };
  }
  if (list === 'defaults') return { name: '"defaults"', keys: keysOf.settings, rest: path.slice(1) };
  if (list === 'removed' && name !== undefined)
    return { name: `"${name}" in "removed"`, keys: keysOf.under['removed']!, rest: path.slice(2) };
  return { name: 'the file', keys: keysOf.top, rest: path };
};

const ownerOf = (path: JsonPath): string => {
  const { name, rest } = partOf(path);
  return rest.length === 0 ? name : `"${printPath(rest)}" of ${name}`;
};

const isOfAlerts = (path: JsonPath): boolean => alertsDepth(path) !== undefined;
const ALERT_FIX =
  'write exclude for its exclusionList and metadata for its eventMetadata; the rest is an Alert that code adds by extend';

/** `teams` is what people call msteams. */
const suggestType = (given: string): string => {
  const all: readonly string[] = [...typesWithFunction, ...otherTypes];
  const word = given.toLowerCase().replace(/[^a-z]/g, '');
  const whole = word.length < 4 ? undefined : all.find((type) => type.includes(word) || word.includes(type));
  return whole === undefined ? suggest(given, all) : `did you mean "${whole}"?`;
};

const keysAt = (path: JsonPath, root: unknown): readonly string[] => {
  const { keys, rest } = partOf(path);
  const key = rest.findLast((step) => typeof step === 'string');
  if (key === 'alerts') {
    const alert = valueAt(root, path);
    return alertKeys(isObject(alert) ? alert['type'] : undefined);
  }
  return key === undefined ? keys : (keysOf.under[key] ?? []);
};

/** How a key is written, by key. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  apiVersion: 'apiVersion: fluxspan.dev/v1',
  kind: 'kind: Teams',
  environments: 'environments: [dev, prod]',
  teams: 'each team on a line of its own, with a colon, and what it has below it, indented',
  defaults: 'what all teams have below it, indented',
  removed: "the name of each team, and the reason: claims: 'moved'",
  source: 'source: https://github.com/acme/claims; or below it url: and secretRef:',
  reason: "reason: '…', for those who review it",
  namespaces: 'namespaces: [claims]',
  groups: 'groups: [claims-developers]',
  role: 'role: edit',
  quota: 'quota: { requests.cpu: 4, requests.memory: 16Gi }',
  gateways: 'gateways: [{ name: public, namespace: ingress }]',
  stores: 'stores: [vault]',
  vars: 'vars: [TF_DOMAIN]',
  alerts: 'alerts: { type: slack, secretRef: { name: slack } }',
  receiver: 'receiver: { type: github, secretRef: { name: webhook } }',
  offboard: "offboard: { reason: '…' }",
  secretRef: 'secretRef: { name: git }',
  url: 'url: https://github.com/acme/claims',
  name: 'name: and its name',
  namespace: 'namespace: and its name',
  secrets: 'secrets: { age: age1… }',
  podSecurity: 'podSecurity: baseline, privileged, restricted, or false',
};

const exampleOf = (path: JsonPath): string => {
  const { rest, name } = partOf(path);
  const key = String(rest.findLast((step) => typeof step === 'string') ?? '');
  if (key === '')
    return name.startsWith('team') ? 'what the team has below it, indented' : 'what differs there below it';
  // What a key is missing in shows it whole: `type` of `alerts` isn't that of `receiver`.
  const parent = rest.length === 2 ? EXAMPLES[String(rest[0])] : undefined;
  return EXAMPLES[key] ?? parent ?? `${key}: and a value that it takes`;
};
