import type { AddonDefinition, AddonInstance, InstanceData } from '../addon/addon.js';
import { tenantOption } from '../addon/diagnostics.js';
import { inspectOnce } from '../addon/inspect.js';
import { makeInstance } from '../addon/instance.js';
import { nameFault } from '../addon/names.js';
import { describeSource } from '../addon/source.js';
import { type Diagnostic, diagnose, formatValue, rememberPlace } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { buildTenant } from './build-tenant.js';
import { checkTenant } from './parse-tenant.js';
import { markTenant, TENANT_LABEL, type TenantData } from './tenant-mark.js';
import type { TenantOptions, TenantParts } from './tenant-options.js';

/** No inputs of a channel. */
type None = Record<never, never>;

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
export const tenant = <const N extends string, const R extends string = never>(
  options: TenantOptions<N, R>,
): AddonInstance<N, R, never, None, None, None, never> => {
  if (!isPlainRecord(options)) throw new TypeError(`tenant takes an object, not ${formatValue(options)}`);
  const given = options as TenantOptions;
  const problems: Diagnostic[] = [];
  checkTenant(given as unknown as Record<string, unknown>, (message, fix, path) =>
    problems.push(diagnose(tenantOption, { message, fix, at: { addon: String(given.name), path } })),
  );
  const { name } = given;
  const isGood = problems.length === 0 && nameFault(name) === undefined;
  const definition = isGood ? definitionOf(given) : ({ name, build: () => {} } as unknown as AddonDefinition);
  const instance = makeInstance(definition, inspectOnce(definition, rememberPlace()), {}) as unknown as InstanceData;
  return { ...instance, problems: [...instance.problems, ...problems] } as unknown as AddonInstance<
    N,
    R,
    never,
    None,
    None,
    None,
    never
  >;
};

const definitionOf = (options: TenantOptions): AddonDefinition => {
  const { name, description, requires, source, offboard } = options;
  const parts = partsOf(options);
  const data: TenantData = {
    name,
    namespaces: parts.namespaces,
    serviceAccount: parts.serviceAccount,
    gateways: options.gateways ?? [],
    stores: options.stores ?? [],
    source: source === undefined ? undefined : describeSource(source),
    groups: [options.groups ?? []].flat().map((group) => (typeof group === 'string' ? group : group.name)),
    offboard,
  };
  const definition = {
    name,
    ...(description === undefined ? {} : { description }),
    namespace: parts.namespaces[0],
    folder: 'tenants',
    ...(requires === undefined ? {} : { requires }),
    // Nothing of the platform waits for what a team commits.
    kustomization: { wait: false },
    build: (scope) => buildTenant(scope, options, parts),
  } satisfies AddonDefinition;
  return markTenant(definition, data) as AddonDefinition;
};

const partsOf = ({ name, namespaces = [name], serviceAccount = 'reconciler' }: TenantOptions): TenantParts => ({
  name,
  namespaces: namespaces as TenantParts['namespaces'],
  serviceAccount,
  labels: { [TENANT_LABEL]: name },
});
