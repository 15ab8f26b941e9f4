import { isVersionRange } from '../versions/version-range.js';

/** https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests */
const TAG = /^\w[\w.-]{0,127}$/;

/**
 * Whether Flux can find a chart of that version: an exact one, or a range. An OCI registry may have any tag besides.
 *
 * @param url of the chart's source
 */
export const isChartVersion = (version: string, url: string): boolean =>
  isVersionRange(version) || (url.startsWith('oci://') && TAG.test(version.replaceAll('+', '_')));

/** What helps where it is none. */
export const VERSION_FIX = "give one that the chart has, or a range: '1.2.3', '1.x', '>=1.2 <2'";

/** What is wrong with the address of a chart in an OCI registry, where Flux takes no tag and no digest. */
export const ociUrlFault = (url: string): string | undefined => {
  const tag = /^oci:\/\/.+\/[^/]*?([:@].*)$/.exec(url)?.[1];
  return tag === undefined ? undefined : `holds "${tag}", which is the version's to say`;
};
