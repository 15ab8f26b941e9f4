import type { AddonInstance, InstanceData } from '../addon/addon.js';
import { isPackaged } from '../addon/packaged.js';
import { namedVersions } from '../addon/with-file-versions.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { VERSIONS_FILE } from '../versions/files.js';
import { isNewer } from '../versions/newer-version.js';
import type { Versions } from '../versions/parse-versions.js';
import { packageVersions } from './diagnostics.js';

/** A version of an addon that comes with the package. */
export interface PackageVersion {
  /** In versions.yaml. */
  readonly name: string;
  readonly addon: string;
  /** That of the package. */
  readonly ours: string;
  /** That of versions.yaml, in the first ring; undefined where it has none. */
  readonly theirs: string | undefined;
}

/** The versions that clusters take from the package, or from versions.yaml in its place. Those in the code are none of them. */
export const packageVersionsIn = (
  clusters: readonly Pick<AnyFluxCluster, 'stages'>[],
  versions: Pick<Versions, 'versions'> | undefined,
): readonly PackageVersion[] => {
  const found = new Map<string, PackageVersion>();
  for (const instance of clusters.flatMap(({ stages }) => stages.flatMap(({ addons }) => addons))) {
    if (!isPackaged(instance.definition)) continue;
    for (const { name, version } of namedVersions(asWritten(instance)))
      found.set(name, { name, addon: instance.name, ours: version, theirs: versions?.versions.get(name)?.value });
  }
  return [...found.values()].sort((a, b) => compareText(a.name, b.name));
};

/** An addon without what versions.yaml gave it. */
const asWritten = (instance: AddonInstance): AddonInstance => {
  const { fileVersions } = instance as unknown as InstanceData;
  if (fileVersions === undefined) return instance;
  const versions = Object.fromEntries(
    Object.entries(instance.versions).filter(([release]) => !Object.hasOwn(fileVersions, release)),
  );
  return { ...instance, versions, tag: instance.definition.source === undefined ? instance.tag : undefined };
};

/** In one line, what the package has otherwise than versions.yaml. */
export const packageVersionNotices = (all: readonly PackageVersion[]): readonly Diagnostic[] => {
  const older = all.filter(({ ours, theirs }) => theirs !== undefined && isNewer('versions', ours, theirs) === true);
  const missing = all.filter(({ theirs }) => theirs === undefined);
  const parts = [
    ...(older.length === 0 ? [] : [`newer versions in the package: ${older.map(printUpgrade).join(', ')}`]),
    ...(missing.length === 0
      ? []
      : [`no version in versions.yaml for ${missing.map(({ name, ours }) => `${name} (${ours})`).join(', ')}`]),
  ];
  if (parts.length === 0) return [];
  const fix = `npx fluxspan upgrade ${older.length === 0 ? 'adds' : missing.length === 0 ? 'takes' : 'takes and adds'} them`;
  return [diagnose(packageVersions, { message: parts.join('; '), at: { file: VERSIONS_FILE }, fix })];
};

const printUpgrade = ({ name, ours, theirs }: PackageVersion): string => `${name} ${theirs} → ${ours}`;
