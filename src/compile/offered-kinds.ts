import { openPackageSchemas, type PackageSchemas } from '../schema/package-schemas.js';
import { readCrd, type StructuralSchema } from '../schema/read-crd.js';
import type { Offer } from '../tenants/offer/offer.js';
import type { OwnKinds } from './own-kinds.js';

/** A schema that takes any object: its kind is served, and nothing here describes it. */
const OPEN: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The kinds of an app's own files, and those of the cluster that its platform offers, by the versions that it serves. */
export const withOfferedKinds = (own: OwnKinds, offer: Offer | undefined): OwnKinds => {
  if (offer === undefined) return own;
  const { apis } = offer;
  let known: PackageSchemas | undefined;
  return {
    find(group, kind) {
      const kinds = Object.hasOwn(apis, group) ? apis[group]!.kinds : {};
      const offered = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      if (offered === undefined) return own.find(group, kind);
      known ??= openPackageSchemas();
      const there = known.find(group, kind)?.versions ?? {};
      const versions = Object.entries(offered.versions).map(([name, schema]) => ({
        name,
        schema: { openAPIV3Schema: schema === true ? (there[name] ?? OPEN) : schema },
      }));
      const spec = { group, names: { kind }, scope: offered.scope, versions };
      const read = readCrd({ kind: 'CustomResourceDefinition', spec });
      // A broken schema of the platform isn't for the tenant to fix.
      return typeof read === 'string'
        ? { group, kind, scope: offered.scope, versions: opened(offered.versions) }
        : read;
    },
    all: () => own.all(),
    problems: () => own.problems(),
  };
};

const opened = (versions: object): Record<string, StructuralSchema> =>
  Object.fromEntries(Object.keys(versions).map((name) => [name, OPEN]));
