import { formatValue } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';
import { isAddonSource } from './source.js';

/** What is wrong with an addon's `source`: at which of its fields, and what helps. */
export interface SourceFault {
  /** Relative to `source`; empty for the source itself. */
  readonly field: string;
  /** In words that continue `is`. */
  readonly what: string;
  readonly fix: string;
}

/** The fields of `ref` of which Flux takes one, and those that may stand beside it. */
const refFields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  GitRepository: { branch: [], tag: [], semver: [], name: [], commit: ['branch'] },
  OCIRepository: { tag: [], semver: ['semverFilter'], digest: ['tag'] },
};

const sourceKinds = ['Bucket', 'ExternalArtifact', 'GitRepository', 'OCIRepository'];

/** The runtime twin of the types of {@link isAddonSource sources}. What is deeper, the schema of the source's kind judges. */
export const sourceFaults = (source: unknown): readonly SourceFault[] => {
  if (!isAddonSource(source) || !isPlainRecord(source.props)) {
    return [
      {
        field: '',
        what: `${formatValue(source)}, and no source`,
        fix: 'write gitSource(…), ociSource(…), bucketSource(…) or existingSource(…)',
      },
    ];
  }
  const faults: SourceFault[] = [];
  const props: Readonly<Record<string, unknown>> = source.props;
  const text = (field: string, example: string) => {
    if (!isText(props[field]))
      faults.push({ field, what: formatValue(props[field]), fix: `write it as text: ${example}` });
  };
  if (source.kind === 'Bucket') {
    text('bucketName', "'manifests'");
    text('endpoint', "'s3.eu-west-1.amazonaws.com'");
  } else if (source.kind === 'existing') {
    text('name', "'apps'");
    if (!sourceKinds.includes(String(props['kind']))) {
      faults.push({ field: 'kind', what: formatValue(props['kind']), fix: `write one of ${sourceKinds.join(', ')}` });
    }
  } else {
    text('url', source.kind === 'GitRepository' ? "'https://…'" : "'oci://…'");
    const fault = refFault(props['ref'], refFields[source.kind]!);
    if (fault !== undefined) faults.push(fault);
  }
  if (props['name'] !== undefined && source.kind !== 'existing') text('name', "'apps'");
  if (source.kind !== 'existing' && props['namespace'] !== undefined) {
    faults.push({
      field: 'namespace',
      what: `${formatValue(props['namespace'])}: a source lives in the namespace of its addon's Kustomization`,
      fix: 'take it out',
    });
  }
  return faults;
};

const refFault = (ref: unknown, allowed: Readonly<Record<string, readonly string[]>>): SourceFault | undefined => {
  const choice = Object.keys(allowed).join(', ');
  const given = isPlainRecord(ref) ? Object.keys(ref).filter((field) => ref[field] !== undefined) : [];
  const fields = isPlainRecord(ref) ? ref : {};
  if (given.length === 0 || !given.every((field) => isText(fields[field]))) {
    return { field: 'ref', what: `${formatValue(ref)}, and names no version`, fix: `give it one of ${choice}` };
  }
  const isOne = Object.entries(allowed).some(
    ([field, beside]) => given.includes(field) && given.every((one) => one === field || beside.includes(one)),
  );
  if (isOne) return undefined;
  return {
    field: 'ref',
    what: `${formatValue(ref)}, and ${given.map((one) => `"${one}"`).join(' and ')} don't go together`,
    fix: `give it one of ${choice}`,
  };
};
