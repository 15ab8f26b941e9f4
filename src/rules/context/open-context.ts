import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../compile/external-kustomization.js';
import type { JsonObject } from '../../json/json-value.js';
import { findReferences, type References, type TargetName } from '../references/index.js';
import type { CheckContext } from '../rule.js';
import type { CleanObjects } from '../schemas/clean-objects.js';
import { openSchemas, type RunSchemas } from '../schemas/find-schemas.js';
import { type DataSources, findDataSources } from './data-sources.js';
import { type ClusterIndex, indexCluster } from './state-index.js';
import { type WithMade, withMadeObjects } from './with-made-objects.js';

/** A Kustomization that Flux's root patches. */
export interface AppliedByRoot {
  readonly json: JsonObject;
  /** Keys (`namespace/name`) of what it waits for: its dependencies, and theirs where others wrote them. */
  readonly waitsFor: ReadonlySet<string>;
  /** Where the root says something of a field of its spec: `k8s/clusters/dev/kustomization.yaml:8`. */
  readonly placeOf: (field: string) => string | undefined;
}

export interface CheckOptions {
  /** Objects that need not be checked by their schemas again. */
  readonly clean?: CleanObjects | undefined;
  /** Whether an object is in what others wrote for the cluster. @default - nothing is known of that */
  readonly isKnown?: ((target: TargetName) => boolean) | undefined;
  /** A Kustomization as Flux's root applies it, with what that patches in. @default - as it is written */
  readonly asApplied?: ((object: CompiledObject) => AppliedByRoot | undefined) | undefined;
  /** @default - schemas that are read for this check alone */
  readonly schemas?: RunSchemas | undefined;
}

/** What the rules share about one cluster, with what its ResourceSets make. */
export const openCheckContext = (cluster: CompiledCluster, options: CheckOptions = {}): CheckContext =>
  openContext(withMadeObjects(cluster), options);

/** The same of the tree alone; nothing else where no set makes anything. */
export const openWrittenContext = (
  cluster: CompiledCluster,
  options: CheckOptions,
  context: CheckContext,
): CheckContext => (context.cluster === cluster ? context : openContext({ cluster, sets: context.sets }, options));

/** Each part is found when the first rule asks for it. */
const openContext = ({ cluster, sets }: WithMade, { clean, schemas, isKnown }: CheckOptions): CheckContext => {
  let index: ClusterIndex | undefined;
  let dataSources: DataSources | undefined;
  let references: References | undefined;
  return {
    cluster,
    sets,
    clean,
    schemas: schemas ?? openSchemas(),
    get index() {
      index ??= indexCluster(cluster);
      return index;
    },
    get dataSources() {
      dataSources ??= findDataSources(cluster, this.index);
      return dataSources;
    },
    get references() {
      references ??= findReferences(cluster, this.index, this.dataSources, sets.open, isKnown);
      return references;
    },
  };
};

/** A cluster with the Kustomizations of its addons, and their order, as Flux's root applies them. */
export const clusterAsApplied = (
  cluster: CompiledCluster,
  asApplied: NonNullable<CheckOptions['asApplied']>,
): CompiledCluster => {
  const keys = new Map(cluster.addons.map(({ built }) => [built.name, keyOf(built)]));
  return {
    ...cluster,
    addons: cluster.addons.map((addon) => {
      let { built } = addon;
      const entry = addon.entry.map((object) => {
        const found = asApplied(object);
        if (found === undefined) return object;
        const { waitsFor } = found;
        built = {
          ...built,
          dependsOn: [...keys].flatMap(([name, key]) => (waitsFor.has(key) ? name : [])),
          externals: cluster.cluster.externals.filter((one) => waitsFor.has(externalKey(one))),
        };
        return { ...object, json: found.json };
      });
      return { ...addon, built, entry };
    }),
  };
};

const keyOf = ({ kustomizationNamespace, name }: CompiledCluster['addons'][number]['built']): string =>
  `${kustomizationNamespace}/${name}`;
