import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, textOf } from '../../json/as-shape.js';
import { kubernetesType } from '../../owners/kubernetes-types.js';
import { openCheckContext } from '../../rules/context/open-context.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { writtenSecrets } from '../../rules/context/written-secrets.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import { misreadObject } from '../diagnostics.js';
import { knownData } from '../known-data.js';
import { nearness, shareWords } from '../names/near-names.js';
import type { ViewedState } from '../view-cluster.js';
import { isMadeByTerraform, type MadeObjects } from './made-objects.js';
import { objectsOfClusters } from './seen-cluster.js';
import type { AllWrittenData } from './written-data.js';

interface Named {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Objects of a cluster that Terraform reads and that nothing makes, while the tree makes one of almost that name, or of
 * that name in another namespace.
 */
export const readObjectFindings = (
  clusters: readonly { readonly state: RuleState; readonly viewed: ViewedState }[],
  reads: readonly TerraformRead[],
  made: MadeObjects,
  written: AllWrittenData,
): readonly Diagnostic[] => {
  const wanted = reads.flatMap(({ form, resources }) =>
    form !== 'hcl' ? [] : resources.flatMap((one) => readBy(one).map((named) => ({ ...named, resource: one }))),
  );
  if (wanted.length === 0) return [];
  const inTree: readonly Named[] = objectsOfClusters(clusters).flatMap((object) => [
    { ...object, namespace: object.namespace ?? '' },
    ...writtenSecrets(object).map((one) => ({ ...one, group: '' })),
  ]);
  const isThere = (one: Named): boolean =>
    inTree.some((other) => isOfKind(other, one) && other.namespace === one.namespace && other.name === one.name) ||
    isMadeByTerraform(made, one) ||
    clusters.some(({ viewed }) => knownData(viewed, written).isMade(one.kind, one.namespace, one.name));
  /** Whether a chart, an operator or an unknown part of Terraform may make it. */
  const mayBeMade = (one: Named): boolean =>
    made.isOpen ||
    made.openKinds.has(`${one.group}/${one.kind}`) ||
    clusters.some(
      ({ state }) =>
        state.units.some(({ isPartial }) => isPartial) ||
        openCheckContext(state).references.makers.mayMakeBeside(one, new Set()),
    );
  return wanted.flatMap(({ resource, ...one }): readonly Diagnostic[] => {
    if (isThere(one)) return [];
    // What Terraform reads too, isn't what it means here.
    const others = inTree.filter(
      (other) => isOfKind(other, one) && !wanted.some((read) => isOfKind(read, other) && isSame(read, other)),
    );
    const twin = others.find(
      ({ namespace, name }) => namespace === one.namespace && nearness(name, one.name) === 'twin',
    );
    const near = twin ?? (mayBeMade(one) ? undefined : nearOf(one, others));
    if (near === undefined) return [];
    const line = resource.lineOf('metadata[0].name') ?? resource.place;
    return [
      diagnose(misreadObject, {
        message: `Terraform's ${resource.address} reads ${one.kind}/${one.name} in namespace "${one.namespace}", which nothing makes`,
        at: line === undefined ? {} : { file: `${line.file}:${line.line}` },
        notes: [`the tree makes ${near.kind}/${near.name} in namespace "${near.namespace}"`],
        fix: `did you mean ${near.name === one.name ? `the namespace "${near.namespace}"` : `"${near.name}"`}?`,
      }),
    ];
  });
};

const isOfKind = (a: Named, b: Named): boolean => a.kind === b.kind && a.group === b.group;
const isSame = (a: Named, b: Named): boolean => a.name === b.name && a.namespace === b.namespace;

/** The one object of a like name in its namespace, or of its name in another. */
const nearOf = (one: Named, others: readonly Named[]): Named | undefined => {
  const alike = others.filter(
    ({ namespace, name }) => namespace === one.namespace && nearness(name, one.name) !== undefined,
  );
  const elsewhere = others.filter(({ name }) => name === one.name);
  const sharing = others.filter(({ namespace, name }) => namespace === one.namespace && shareWords(name, one.name));
  const [near, ...more] = [alike, elsewhere, sharing].find((all) => all.length > 0) ?? [];
  return more.every(({ namespace, name }) => namespace === near?.namespace && name === near.name) ? near : undefined;
};

/** The object that a data source reads, if its name and namespace are plain texts. */
const readBy = ({ mode, type, attributes, assumed }: TerraformResource): readonly Named[] => {
  const kind = mode === 'data' ? kubernetesType(type) : undefined;
  if (kind?.isNamespaced !== true || [...assumed.keys()].some((path) => path.startsWith('metadata'))) return [];
  const metadata = attributes['metadata'];
  const { name, namespace = 'default' } = fieldsOf(Array.isArray(metadata) ? listOf(metadata)[0] : metadata);
  const [own, at] = [textOf(name), textOf(namespace)];
  return own === undefined || at === undefined
    ? []
    : [{ group: kind.group, kind: kind.kind, namespace: at, name: own }];
};
