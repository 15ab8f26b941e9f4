import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { textOf } from '../../json/as-shape.js';
import { eachMember } from '../../json/each-member.js';
import { printPath } from '../../json/json-path.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import { misnamedRepository } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
import { isGone } from './is-gone.js';
import { objectsOfClusters, type SeenCluster } from './seen-cluster.js';

interface Registry {
  readonly type: string;
  /** The attribute with the name. */
  readonly attribute: string;
  /** The name in an address. */
  readonly pattern: RegExp;
  /** Modules from elsewhere that make them, by their source. */
  readonly modules: RegExp;
}

const REGISTRIES: readonly Registry[] = [
  {
    type: 'aws_ecr_repository',
    attribute: 'name',
    pattern: /^(?:oci:\/\/)?[^/\s]+\.dkr\.ecr\.[^/\s]+\.amazonaws\.com(?:\.cn)?\/([^:@\s]+)/,
    modules: /\becr\b/,
  },
  {
    type: 'google_artifact_registry_repository',
    attribute: 'repository_id',
    pattern: /^(?:oci:\/\/)?[^/\s]+-docker\.pkg\.dev\/[^/\s]+\/([^/:@\s]+)/,
    modules: /artifact.?registry/,
  },
  {
    type: 'azurerm_container_registry',
    attribute: 'name',
    pattern: /^(?:oci:\/\/)?([^/.\s]+)\.azurecr\.(?:io|cn|us)\//,
    modules: /container.?registry|\bacr\b/,
  },
];

/** Images and charts of a repository that Terraform doesn't make, while it makes one of almost that name that nothing uses. */
export const registryFindings = (
  clusters: readonly SeenCluster[],
  reads: readonly TerraformRead[],
): readonly Diagnostic[] => REGISTRIES.flatMap((registry) => findingsOf(registry, clusters, reads));

interface Used {
  readonly object: StateObject;
  readonly path: string;
  readonly name: string;
}

const findingsOf = (
  { type, attribute, pattern, modules }: Registry,
  clusters: readonly SeenCluster[],
  reads: readonly TerraformRead[],
): readonly Diagnostic[] => {
  const resources = reads.flatMap((read) => read.resources.filter((one) => one.type === type && !isGone(one)));
  const all = resources.map(({ attributes, ...one }) => ({ ...one, name: textOf(attributes[attribute]) }));
  // One of those whose names only Terraform or a module knows may be it.
  if (all.length === 0 || all.some(({ name }) => name === undefined)) return [];
  if (reads.some(({ unseen }) => unseen.some(({ source }) => modules.test(source ?? '')))) return [];
  const texts = objectsOfClusters(clusters).flatMap((object) =>
    [...eachMember(object.json)].flatMap(({ value, path }) =>
      typeof value === 'string' ? [{ object, text: value, path: printPath(path) }] : [],
    ),
  );
  const used = texts.flatMap(({ object, text, path }): readonly Used[] => {
    const name = pattern.exec(text)?.[1];
    return name === undefined ? [] : [{ object, path, name }];
  });
  if (used.some(({ name }) => holdsExpression(name))) return [];
  const isUsed = (name: string): boolean =>
    texts.some(
      ({ text }) =>
        text.includes(name) && text.split(/[\s:@"',]+|\.azurecr\./).some((word) => `/${word}/`.includes(`/${name}/`)),
    );
  const lost = new Map<string, Used>();
  for (const one of used)
    if (!all.some(({ name }) => name === one.name) && !lost.has(one.name)) lost.set(one.name, one);
  return [...lost.values()].flatMap(({ object, path, name }): readonly Diagnostic[] => {
    const twins = all.filter(
      (one) =>
        one.mode === 'managed' &&
        (nearness(one.name!, name) === 'twin' || isMoved(one.name!, name)) &&
        !isUsed(one.name!),
    );
    const [near] = twins;
    if (near === undefined || twins.some((one) => one.name !== near.name)) return [];
    return [
      diagnose(misnamedRepository, {
        message: `${object.title} pulls from "${name}", and Terraform makes "${near.name}", which nothing uses`,
        at: placeIn(object, path),
        notes:
          near.place === undefined ? [] : [`Terraform's ${near.address} is at ${near.place.file}:${near.place.line}`],
        fix: `did you mean "${near.name}"?`,
      }),
    ];
  });
};

/** Whether one name is the other below a folder: `demo-app` and `team/demo-app`. */
const isMoved = (a: string, b: string): boolean => a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
