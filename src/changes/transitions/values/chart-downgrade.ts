import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { tryFindSource } from '../../../applied/find-source.js';
import { fieldsOf } from '../../../json/as-shape.js';
import type { JsonObject } from '../../../json/json-value.js';
import { readField } from '../../../json/read-field.js';
import type { Harm } from '../../../knowledge/form/effect.js';
import type { Found } from '../found.js';
import type { Sides } from '../sides.js';

/** Describes a release that returns to an older major or minor version of its chart. */
export const chartDowngrade = ({ object, next, from, to, before, after }: Sides): readonly Found[] => {
  const [old, now] = [versionOf(object, from, before), versionOf(next, to, after)];
  const [was, is] = [partsOf(old), partsOf(now)];
  if (was === undefined || is === undefined) return [];
  if (is[0] > was[0] || (is[0] === was[0] && is[1] >= was[1])) return [];
  const harm: Harm = {
    severity: 'warning',
    destroys: 'data that only the newer version reads',
    effect: `Helm upgrades to the older chart: it brings back no data that the newer one has migrated, and ${
      readField(to, 'spec.upgrade.crds') === 'CreateReplace'
        ? 'with upgrade.crds: CreateReplace its CRDs take the place of the newer ones, so objects lose the fields that they lack'
        : 'leaves the CRDs of its crds folder as they are'
    }`,
    instead: 'to go back, read what the chart says of downgrades, and restore a backup that the older version has made',
  };
  return [{ harm, words: `chart version ${old} → ${now}`, path: 'spec', severity: harm.severity }];
};

/** The version in a registry. Elsewhere, the source decides the version. */
const versionOf = ({ id }: OwnedObject, json: JsonObject, state: ClusterState): unknown => {
  const ref = readField(json, 'spec.chartRef');
  if (ref === undefined) return ofTemplate(fieldsOf(readField(json, 'spec.chart.spec')));
  const { kind } = fieldsOf(ref);
  const source = tryFindSource(ref, id.namespace, state)?.holdings[0].json ?? {};
  if (kind === 'HelmChart') return ofTemplate(fieldsOf(source['spec']));
  return kind === 'OCIRepository' ? readField(source, 'spec.ref.tag') : undefined;
};

const ofTemplate = ({ version, sourceRef }: JsonObject): unknown =>
  fieldsOf(sourceRef)['kind'] === 'HelmRepository' ? version : undefined;

/** The major and minor number of a version that isn't a range. */
const partsOf = (version: unknown): readonly [number, number] | undefined => {
  const [, major, minor] = /^v?(\d+)\.(\d+)\.\d+(?:[-+_].*)?$/.exec(String(version)) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
};
