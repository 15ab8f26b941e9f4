/** Hand-written Kustomizations beside the addons: `others`, which applies the nested ones, and what those apply. */
export type RandomOthers = Readonly<Record<string, RandomOther>>;

interface RandomOther {
  /** ConfigMaps, and the number in each. */
  readonly objects: Readonly<Record<string, number>>;
  /** In a generated ConfigMap, whose name it changes. */
  readonly generated: number;
}

type Pick = <T>(list: readonly T[]) => T;

/** A change of what others wrote, in words, and what it leads to. */
export const drawOthers = (
  others: RandomOthers,
  pick: Pick,
  newName: (start: string) => string,
): readonly [string, RandomOthers] => {
  const all = Object.keys(others);
  const added = newName('team');
  const add = (): readonly [string, RandomOthers] => [
    `adds ${added} of others`,
    { ...others, [added]: { objects: { [newName('co')]: 0, [newName('co')]: 0 }, generated: 0 } },
  ];
  if (all.length < 2) return add();
  const name = pick(all);
  const { objects, generated } = others[name]!;
  const [first = ''] = Object.keys(objects);
  const { [first]: number = 0, ...rest } = objects;
  const { [name]: _, ...without } = others;
  return pick([
    add,
    () => [`removes ${name} of others`, without] as const,
    () =>
      [
        `changes ${first} of others`,
        { ...others, [name]: { objects: { ...objects, [first]: number + 1 }, generated } },
      ] as const,
    () => [`removes ${first} of others`, { ...others, [name]: { objects: rest, generated } }] as const,
    () =>
      [
        `changes what ${name} of others generates`,
        { ...others, [name]: { objects, generated: generated + 1 } },
      ] as const,
  ])();
};

/** The files of it, by path. */
export const filesOfOthers = (others: RandomOthers): Readonly<Record<string, string>> => {
  const files: Record<string, string> = {
    'k8s/clusters/dev/others.yaml': kustomization('others', './k8s/others'),
    'k8s/others/kustomization.yaml': listOf(Object.keys(others).map((name) => `${name}.yaml`)),
  };
  for (const [name, { objects, generated }] of Object.entries(others)) {
    files[`k8s/others/${name}.yaml`] = kustomization(name, `./k8s/others/${name}`);
    const generator = `configMapGenerator: [{ name: ${name}, literals: [number=${generated}] }]\n`;
    const list = listOf(Object.keys(objects).map((one) => `${one}.yaml`));
    files[`k8s/others/${name}/kustomization.yaml`] = `namespace: one\n${generator}${list}`;
    for (const [object, number] of Object.entries(objects)) {
      const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${object} }\ndata: { number: '${number}' }\n`;
      files[`k8s/others/${name}/${object}.yaml`] = text;
    }
  }
  return files;
};

const listOf = (files: readonly string[]): string => `resources: [${files.join(', ')}]\n`;

const kustomization = (name: string, path: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  wait: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;
