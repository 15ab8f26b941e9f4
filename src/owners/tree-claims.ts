import { identityOf } from '../changes/releases/release-of.js';
import { objectsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { CloudKind, CloudOperator } from '../knowledge/form/cloud-operator.js';
import { parsePath } from '../knowledge/form/path.js';
import { cloudOperators, isClusterScoped } from '../knowledge/index.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { AppliedObject, OwnerTool, TreeClaim } from './claim.js';
import { madeClaims, through } from './made-claims.js';

/** Finds another object of the tree, by `group/Kind`, namespace and name. */
export type FindObject = (type: string, namespace: string, name: string) => JsonObject | undefined;

/** @see FindObject */
export const openFinder = (objects: readonly AppliedObject[]): FindObject => {
  const found = new Map(
    objects.map(({ group, kind, namespace, name, json }) => [`${group}/${kind} ${namespace}/${name}`, json]),
  );
  return (type, namespace, name) => found.get(`${type} ${namespace}/${name}`);
};

/**
 * What an object of the tree owns: itself, and the release, Flux, cloud resource, DNS records or Secret that it stands for.
 */
export const treeClaims = (object: AppliedObject, find: FindObject = () => undefined): readonly TreeClaim[] => {
  const { group, kind, name, owner, json } = object;
  // The API server ignores the namespace of such an object.
  const namespace = isClusterScoped(group, kind) ? '' : object.namespace;
  const claims: TreeClaim[] = [
    { identity: { is: 'object', group, kind, namespace, name }, tool: 'flux', owner, object },
    ...madeClaims(object),
  ];
  if (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease') {
    const { name: release, storage, namespace: target } = identityOf(name, namespace, json);
    const chart = chartOf(json);
    const claim = { tool: 'helm', owner: through(object), object, ...(chart === undefined ? {} : { chart }) } as const;
    claims.push({ identity: { is: 'release', namespace: storage, name: release }, ...claim });
    if (target !== storage) claims.push({ identity: { is: 'installed', namespace: target, name: release }, ...claim });
  }
  if (group === 'fluxcd.controlplane.io' && kind === 'FluxInstance') {
    claims.push({ identity: { is: 'flux' }, tool: 'operator', owner: through(object), object });
  }
  if (group === 'externaldns.k8s.io' && kind === 'DNSEndpoint') {
    for (const { dnsName, recordType } of objectsOf(specOf(json)['endpoints'])) {
      if (typeof dnsName !== 'string' || holdsExpression(dnsName)) continue;
      const identity = { is: 'dns', type: textOf(recordType) ?? 'A', name: dnsName } as const;
      claims.push({ identity, tool: 'operator', owner: through(object), object });
    }
  }
  return [...claims, ...cloudClaims(object, find), ...recordClaims(object)];
};

/** The chart's name, where the object has it: https://fluxcd.io/flux/components/helm/helmreleases/#chart-template */
const chartOf = (json: JsonObject): string | undefined => {
  const chart = textOf(readAt(json, 'spec.chart.spec.chart'));
  return chart === undefined || holdsExpression(chart) || chart.startsWith('.') ? undefined : chart.split('/').at(-1);
};

/** DNS records that an operator manages, one an object. */
const recordClaims = (object: AppliedObject): readonly TreeClaim[] => {
  const { group, kind, json } = object;
  return cloudOperators.flatMap((operator) => {
    const row = operator.records?.find((one) => one.kind === `${group}/${kind}`);
    if (row === undefined || !operator.manages(json)) return [];
    const [name, type, zone] = [row.nameAt, row.typeAt, row.zoneAt].map((at) =>
      at === undefined ? undefined : textOf(readAt(json, at)),
    );
    if (name === undefined || type === undefined || holdsExpression(`${name} ${type} ${zone ?? ''}`)) return [];
    const claim = {
      tool: toolOf(operator),
      owner: `${operator.name}'s ${through(object)}`,
      object,
      letsGo: operator.observe,
      ...(zone === undefined ? {} : { within: new Map([['zone_id', zone]]) }),
    };
    return [
      ...(zone === undefined ? [] : [{ identity: { is: 'dns', type, name, zone } as const, ...claim }]),
      ...(row.isRelative === true || !name.includes('.')
        ? []
        : [{ identity: { is: 'dns', type, name } as const, ...claim }]),
    ];
  });
};

const pairs: readonly (readonly [string, CloudOperator, CloudKind])[] = cloudOperators.flatMap((operator) =>
  operator.kinds.flatMap((kind) => kind.kinds.map((name) => [name, operator, kind] as const)),
);
const byKind: ReadonlyMap<string, readonly [string, CloudOperator, CloudKind]> = new Map(
  pairs.map((pair) => [pair[0], pair]),
);

const cloudClaims = (object: AppliedObject, find: FindObject): readonly TreeClaim[] => {
  const found = byKind.get(`${object.group}/${object.kind}`);
  if (found === undefined) return [];
  const [, operator, kind] = found;
  const name = operator.nameOf(object.json, kind);
  if (name === undefined || holdsExpression(name) || !operator.manages(object.json)) return [];
  const within = new Map(
    (kind.within ?? []).flatMap(({ terraform, at, names }) => {
      const written = readAt(object.json, at);
      const named =
        names === undefined || typeof written !== 'string' ? undefined : find(names, object.namespace, written);
      const of = names === undefined ? undefined : byKind.get(names);
      const value = named === undefined || of === undefined ? written : of[1].nameOf(named, of[2]);
      return typeof value === 'string' && !holdsExpression(value) ? [[terraform, value] as const] : [];
    }),
  );
  return Object.keys(kind.terraform).map(
    (type): TreeClaim => ({
      identity: { is: 'cloud', type, what: kind.what, name },
      tool: toolOf(operator),
      owner: `${operator.name}'s ${through(object)}`,
      object,
      letsGo: operator.observe,
      within,
      isGlobal: kind.isGlobal === true,
      mayBeElsewhere: operator.mayBeElsewhere(object.json),
    }),
  );
};

const toolOf = ({ name }: CloudOperator): OwnerTool => (name === 'Crossplane' ? 'crossplane' : 'operator');

const readAt = (json: JsonObject, path: string): unknown =>
  parsePath(path).reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);
