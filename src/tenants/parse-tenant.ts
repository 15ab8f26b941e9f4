import { isLabel, nameFault } from '../addon/names.js';
import { isTexts, LABELS_FIX, NO_LABELS } from '../addon/validate-fields.js';
import { sourceFaults } from '../addon/validate-source.js';
import { ALERTS_FIX, isAlertsOption } from '../alerts/alerts.js';
import { RECEIVER_FIX } from '../alerts/receiver.js';
import { kustomizationSettingNames } from '../constructs/kustomization-settings.js';
import { formatValue, suggest } from '../diagnostics/index.js';
import { isSops, SOPS_FIX } from '../encryption/sops.js';
import { leadsAbove } from '../flux/leads-above.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';
import { parseQuantity } from '../schema/update/quantity.js';
import type { TenantOptions } from './tenant-options.js';

type Refuse = (message: string, fix: string, path: string) => void;

export const tenantOptionNames: ReadonlySet<string> = new Set(
  Object.keys({
    alerts: true,
    createNamespaces: true,
    description: true,
    extend: true,
    gateways: true,
    groups: true,
    imagePullSecrets: true,
    keepClaims: true,
    kustomization: true,
    limits: true,
    name: true,
    namespaceLabels: true,
    namespaces: true,
    networkPolicy: true,
    offboard: true,
    path: true,
    podSecurity: true,
    quota: true,
    receiver: true,
    requires: true,
    role: true,
    secrets: true,
    serviceAccount: true,
    source: true,
    stores: true,
    vars: true,
  } satisfies Record<keyof TenantOptions, true>),
);

/** Fields of the tenant's Kustomization that the tenant derives. */
const derived: readonly string[] = ['namespace', 'serviceAccountName'];
const settings = kustomizationSettingNames.filter((name) => !derived.includes(name));

const LEVELS: readonly unknown[] = ['privileged', 'baseline', 'restricted'];
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
/** Whether a text has anything that can be seen: spaces, and characters without a width, are easily pasted. */
const isFilled = (value: unknown): value is string => isText(value) && /[^\s\p{Cc}\p{Cf}]/u.test(value);

/** Whether a path leads above its start, or starts elsewhere. */
const leaves = (path: string): boolean => path.startsWith('/') || leadsAbove(path);

/** Finds all that is wrong with the options of a tenant, which may come without types. */
export const checkTenant = (given: Readonly<Record<string, unknown>>, refuse: Refuse): void => {
  const who = `tenant ${formatValue(given['name'])}`;
  for (const key of Object.keys(given)) {
    if (!tenantOptionNames.has(key)) refuse(`${who} has no option "${key}"`, suggest(key, tenantOptionNames), key);
  }
  const check = (path: string, isGood: (value: unknown) => boolean, fix: string, what = formatValue(given[path])) => {
    if (given[path] !== undefined && !isGood(given[path])) refuse(`\`${path}\` of ${who} is ${what}`, fix, path);
  };
  for (const flag of ['createNamespaces', 'keepClaims']) check(flag, isFlag, 'write true or false');
  check('namespaceLabels', isTexts, LABELS_FIX, NO_LABELS);
  check(
    'podSecurity',
    (value) => value === false || LEVELS.includes(value),
    `write one of ${LEVELS.join(', ')}, or false`,
  );
  check('serviceAccount', (value) => nameFault(value) === undefined, "give a DNS label: 'reconciler'");
  const isObjectOrFalse = (value: unknown) => value === false || isPlainRecord(value);
  check('networkPolicy', isObjectOrFalse, 'give the spec of a NetworkPolicy, or false');
  check(
    'limits',
    (value) => value === false || (Array.isArray(value) && value.every(isPlainRecord)),
    'give a list of limits, or false',
  );
  check(
    'imagePullSecrets',
    (value) => Array.isArray(value) && value.every(isPlainRecord),
    "give a list: [{ name: 'registry', external: true }]",
  );
  check('alerts', (value) => isAlertsOption(value) || isPlainRecord(value), ALERTS_FIX);
  check('receiver', isPlainRecord, RECEIVER_FIX);
  check('secrets', isSops, SOPS_FIX);
  check('vars', isPlainRecord, 'give each name its type: { TF_DOMAIN: hostname() }');
  check('extend', (value) => typeof value === 'function', 'write extend(scope, { namespaces }) { … }');
  checkNamespaces(given['namespaces'], who, refuse);
  checkGroups(given['groups'], who, refuse);
  checkRole(given['role'], who, refuse, 'role');
  checkQuota(given['quota'], who, refuse);
  checkSource(given, who, refuse);
  checkAccess(given, who, refuse);
  checkOffboarding(given['offboard'], who, refuse);
};

const checkNamespaces = (namespaces: unknown, who: string, refuse: Refuse): void => {
  if (namespaces === undefined) return;
  if (!Array.isArray(namespaces) || namespaces.length === 0) {
    refuse(`\`namespaces\` of ${who} is ${formatValue(namespaces)}`, "give at least one: ['claims']", 'namespaces');
    return;
  }
  for (const [index, one] of (namespaces as readonly unknown[]).entries()) {
    const isGood = typeof one === 'string' && isLabel(one);
    const isTwice = namespaces.indexOf(one) !== index;
    const fault = isGood ? (isTwice ? 'is listed twice' : undefined) : 'is not a DNS label';
    if (fault === undefined) continue;
    refuse(
      `the namespace ${formatValue(one)} of ${who} ${fault}`,
      'give each a DNS label of its own',
      `namespaces[${index}]`,
    );
  }
};

/** Control characters, and those that turn the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Cf}]/u;

const checkGroups = (groups: unknown, who: string, refuse: Refuse): void => {
  if (groups === undefined) return;
  const fix = 'name the group as the API server sees it, such as its object ID in the directory; or leave `groups` out';
  const all: readonly unknown[] = Array.isArray(groups) ? groups : [groups];
  const path = (index: number) => (Array.isArray(groups) ? `groups[${index}]` : 'groups');
  if (all.length === 0) refuse(`\`groups\` of ${who} is an empty list`, fix, 'groups');
  for (const [index, group] of all.entries()) {
    const name = isPlainRecord(group) ? group['name'] : group;
    if (isFilled(name) && HIDDEN.test(name))
      refuse(`a group of ${who} has an invisible character: ${formatValue(name)}`, fix, path(index));
    if (!isFilled(name)) refuse(`a group of ${who} is ${name === '' ? 'empty' : formatValue(name)}`, fix, path(index));
    if (isPlainRecord(group))
      checkRole(group['role'], `group ${formatValue(name)} of ${who}`, refuse, `${path(index)}.role`);
  }
};

const checkRole = (role: unknown, who: string, refuse: Refuse, path: string): void => {
  if (role === undefined || role === false || isFilled(role)) return;
  const isRole =
    isPlainRecord(role) && ['ClusterRole', 'Role'].includes(String(role['kind'])) && isFilled(role['name']);
  if (isRole) return;
  const fix = "name a ClusterRole: 'edit'; or give a role: { kind: 'Role', name: '…' }";
  refuse(`\`role\` of ${who} is ${formatValue(role)}`, fix, path);
};

const checkQuota = (quota: unknown, who: string, refuse: Refuse): void => {
  if (quota === undefined || quota === false) return;
  if (!isPlainRecord(quota)) {
    refuse(
      `\`quota\` of ${who} is ${formatValue(quota)}`,
      "give spec.hard: { 'requests.cpu': '4' }, or false",
      'quota',
    );
    return;
  }
  for (const [resource, amount] of Object.entries(quota)) {
    const quantity = amount === null ? 0n : parseQuantity(amount);
    if (quantity !== undefined && quantity >= 0n) continue;
    const what = quantity === undefined ? 'no quantity' : 'less than nothing';
    const fix = "write a quantity such as '500m', '4' or '16Gi'";
    refuse(
      `\`quota\` of ${who} has ${formatValue(amount)} for ${resource}, which is ${what}`,
      fix,
      `quota.${resource}`,
    );
  }
};

const checkSource = (given: Readonly<Record<string, unknown>>, who: string, refuse: Refuse): void => {
  const { source, path, kustomization, receiver } = given;
  for (const { field, what, fix } of source === undefined ? [] : sourceFaults(source)) {
    const place = field === '' ? 'source' : `source.${field}`;
    refuse(`\`${place}\` of ${who} is ${what}`, fix, place);
  }
  for (const [name, value] of Object.entries({ path, kustomization, receiver, secrets: given['secrets'] })) {
    if (source === undefined && value !== undefined)
      refuse(`${who} has \`${name}\` and no \`source\``, 'give the source, or take it out', name);
  }
  if (path !== undefined && !isText(path))
    refuse(`\`path\` of ${who} is ${formatValue(path)}`, "give the folder in the source: './deploy'", 'path');
  else if (path !== undefined && leaves(path)) {
    const fix = "write it from the root of the source: './deploy'";
    refuse(`\`path\` of ${who} is ${formatValue(path)}, which leaves its repository`, fix, 'path');
  }
  if (kustomization === undefined) return;
  if (!isPlainRecord(kustomization)) {
    refuse(
      `\`kustomization\` of ${who} is ${formatValue(kustomization)}`,
      "give its fields: { interval: '5m' }",
      'kustomization',
    );
    return;
  }
  for (const field of Object.keys(kustomization)) {
    if (settings.includes(field)) continue;
    const isDerived = derived.includes(field);
    refuse(
      `\`kustomization\` of ${who} takes no field "${field}"`,
      isDerived ? 'take it out: it follows from `namespaces` and `serviceAccount`' : suggest(field, settings),
      `kustomization.${field}`,
    );
  }
};

const checkAccess = ({ gateways, stores }: Readonly<Record<string, unknown>>, who: string, refuse: Refuse): void => {
  const isGateway = (one: unknown) => isPlainRecord(one) && isFilled(one['name']) && isFilled(one['namespace']);
  if (gateways !== undefined && !(Array.isArray(gateways) && gateways.every(isGateway))) {
    const fix = "give a list of Gateways: [{ name: 'public', namespace: 'ingress' }]";
    refuse(`\`gateways\` of ${who} is ${formatValue(gateways)}`, fix, 'gateways');
  }
  if (stores !== undefined && !(Array.isArray(stores) && stores.every(isFilled)))
    refuse(
      `\`stores\` of ${who} is ${formatValue(stores)}`,
      "give the names of ClusterSecretStores: ['vault']",
      'stores',
    );
};

const checkOffboarding = (offboard: unknown, who: string, refuse: Refuse): void => {
  if (offboard === undefined) return;
  const { reason, deleteNamespaces } = isPlainRecord(offboard) ? offboard : {};
  if (!isFilled(reason)) {
    const fix = "add one for those who review it: offboard: { reason: '…' }";
    refuse(`\`offboard\` of ${who} has no reason`, fix, 'offboard');
  }
  if (deleteNamespaces !== undefined && !isFlag(deleteNamespaces))
    refuse(
      `\`offboard.deleteNamespaces\` of ${who} is ${formatValue(deleteNamespaces)}`,
      'write true or false',
      'offboard.deleteNamespaces',
    );
};
