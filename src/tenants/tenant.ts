import type { AddonInstance, InstanceData } from '../addon/addon.js';
import type { AddonDefinition } from '../addon/addon-definition.js';
import { markBrought } from '../addon/brought-secrets.js';
import { tenantOption } from '../addon/diagnostics.js';
import { inspectOnce } from '../addon/inspect.js';
import { makeInstance } from '../addon/instance.js';
import { nameFault } from '../addon/names.js';
import { describeSource } from '../addon/source.js';
import { isAlertsOption } from '../alerts/alerts.js';
import { alertsNeeds } from '../alerts/build-alerts.js';
import { receiverNeeds } from '../alerts/build-receiver.js';
import { alertsProblems, receiverProblems } from '../alerts/check-alerts.js';
import { isReceiver } from '../alerts/receiver.js';
import { sameNames } from '../alerts/same-names.js';
import type { VarShape } from '../contract/index.js';
import { type Diagnostic, diagnose, formatValue, rememberPlace } from '../diagnostics/index.js';
import { isSops, keysBrought, sopsProblems } from '../encryption/sops.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { buildTenant } from './build-tenant.js';
import { checkTenant } from './parse-tenant.js';
import { markTenant, TENANT_LABEL, type TenantData } from './tenant-mark.js';
import type { TenantOptions, TenantParts } from './tenant-options.js';

/** No inputs of a channel. */
type None = Record<never, never>;

/** A tenant as a member of a stage. */
export type TenantInstance<
  N extends string = string,
  R extends string = never,
  V extends VarShape = None,
> = AddonInstance<N, R, never, V, None, None, never>;

/**
 * A team on a shared cluster: a member of a stage, like an addon. The platform applies its namespaces, account, rights, bounds,
 * source and alerts; Flux applies what the team commits, as the account. What is wrong with the options is reported by synth.
 *
 * @example
 * dev.stage('tenants', [
 *   tenant({
 *     name: 'claims',
 *     groups: ['claims-developers'],
 *     source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } }),
 *   }),
 * ]);
 * @see docs/how-to/teams.md
 */
export const tenant = <const N extends string, const R extends string = never, V extends VarShape = None>(
  options: TenantOptions<N, R, V>,
): TenantInstance<N, R, V> => {
  if (!isPlainRecord(options)) throw new TypeError(`tenant takes an object, not ${formatValue(options)}`);
  return makeTenant(options as TenantOptions, rememberPlace()) as unknown as TenantInstance<N, R, V>;
};

/**
 * The member of a stage that a tenant is.
 *
 * @param place where its options are written
 * @param isData whether that is a file of data, which the line of code that made the instance says nothing of
 */
export const makeTenant = (given: TenantOptions, place: () => string | undefined, isData = false): AddonInstance => {
  const problems: Diagnostic[] = [];
  checkTenant(given as unknown as Record<string, unknown>, (message, fix, path) =>
    problems.push(diagnose(tenantOption, { message, fix, at: { addon: String(given.name), path } })),
  );
  if (isAlertsOption(given.alerts)) {
    const all = [given.alerts].flat();
    const faults = all.flatMap(alertsProblems);
    problems.push(...(faults.length === 0 ? sameNames([{ stage: '', alerts: all }]) : faults));
  }
  if (isSops(given.secrets)) problems.push(...sopsProblems(given.secrets));
  if (isReceiver(given.receiver)) problems.push(...receiverProblems(given.receiver));
  const { name } = given;
  const isGood = problems.length === 0 && nameFault(name) === undefined;
  const definition = isGood ? definitionOf(given, isData) : ({ name, build: () => {} } as unknown as AddonDefinition);
  const instance = makeInstance(definition, inspectOnce(definition, place), {}) as unknown as InstanceData;
  const made = {
    ...instance,
    problems: [...instance.problems, ...problems],
    ...(isData ? { place, callers: () => [] } : {}),
  };
  return made as unknown as AddonInstance;
};

const definitionOf = (options: TenantOptions, isData: boolean): AddonDefinition => {
  const { name, description, source, vars, offboard } = options;
  const parts = partsOf(options);
  const needs = bootstrapNeeds(options, parts.namespaces[0]);
  const requires = [...new Set([...(options.requires ?? []), ...needs.requires])];
  const data: TenantData = {
    name,
    namespaces: parts.namespaces,
    serviceAccount: parts.serviceAccount,
    gateways: options.gateways ?? [],
    stores: options.stores ?? [],
    source: source === undefined ? undefined : describeSource(source),
    groups: [options.groups ?? []].flat().map((group) => (typeof group === 'string' ? group : group.name)),
    vars: Object.keys(vars ?? {}),
    offboard,
    isData,
  };
  const definition = {
    name,
    ...(description === undefined ? {} : { description }),
    namespace: parts.namespaces[0],
    folder: 'tenants',
    ...(requires.length === 0 && options.requires === undefined ? {} : { requires }),
    // Nothing of the platform waits for what a team commits.
    kustomization: {
      wait: false,
      ...(needs.substituteFrom.length === 0 ? {} : { postBuild: { substituteFrom: needs.substituteFrom } }),
    },
    ...(vars === undefined ? {} : { infra: { vars: vars as never } }),
    build: (scope, context) => buildTenant(scope, options, parts, context.vars),
  } satisfies AddonDefinition;
  markBrought(definition, needs.brought);
  return markTenant(definition, data) as unknown as AddonDefinition;
};

/** What its alerts, its receiver and its encrypted files need of the cluster. */
const bootstrapNeeds = ({ alerts, receiver, secrets }: TenantOptions, namespace: string) => {
  const ofAlerts = alertsNeeds(isAlertsOption(alerts) ? [alerts].flat() : [], namespace);
  const ofReceiver = isReceiver(receiver) ? receiverNeeds(receiver, namespace) : { brought: [], requires: [] };
  return {
    requires: [...ofAlerts.requires, ...ofReceiver.requires],
    brought: [
      ...ofAlerts.brought,
      ...ofReceiver.brought,
      ...(secrets === undefined ? [] : keysBrought(secrets, namespace)),
    ],
    substituteFrom: ofAlerts.substituteFrom,
  };
};

const partsOf = ({ name, namespaces = [name], serviceAccount = 'reconciler' }: TenantOptions): TenantParts => ({
  name,
  namespaces: namespaces as TenantParts['namespaces'],
  serviceAccount,
  labels: { [TENANT_LABEL]: name },
});
