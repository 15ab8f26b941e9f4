import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';

/** A cluster of many addons, as platforms have them: CRDs, operators that need them, services, and teams' apps. */
export const largeCluster = (addons: number) => {
  const [crds, operators, services] = [addons / 20, addons / 10, addons / 10].map(Math.ceil) as [
    number,
    number,
    number,
  ];
  const names = Array.from({ length: 20 }, (_, team) => `team-${team}`);
  const addon = (name: string, index: number, requires: readonly string[]) => {
    const host = `TF_${name.toUpperCase().replaceAll('-', '_')}_HOST`;
    return defineAddon({
      name,
      namespace: names[index % 20]!,
      description: `what team ${index % 20} runs`,
      requires: [...requires],
      infra: { vars: { [host]: hostname() } },
      build(scope, { vars }) {
        for (const part of ['a', 'b'])
          new ConfigMap(scope, part, { name: `${name}-${part}`, data: { host: vars[host]! } });
      },
    })();
  };
  const list = (count: number, name: (index: number) => string, requires: (index: number) => readonly string[]) =>
    Array.from({ length: count }, (_, index) => addon(name(index), index, requires(index)));
  const needs = (index: number): readonly string[] => {
    if (index % 10 === 9) return [];
    if (index % 2 === 1) return ['service-0'];
    const also = index % 6 === 0 ? [`service-${(index * 5 + 2) % services}`] : [];
    return [`service-${(index * index) % services}`, ...also];
  };
  return new FluxCluster(new FluxApp(), 'large', {
    flux: '2.9',
    external: names.map((name) => ({ kind: 'Namespace', name })),
  })
    .stage(
      'crds',
      list(
        crds,
        (index) => `crds-${index}`,
        () => [],
      ) as never,
    )
    .stage(
      'operators',
      list(
        operators,
        (index) => `operator-${index}`,
        (index) => [`crds-${index % crds}`],
      ) as never,
    )
    .stage(
      'services',
      list(
        services,
        (index) => `service-${index}`,
        (index) => [`operator-${(index * 7) % operators}`],
      ) as never,
    )
    .stage('apps', list(addons - crds - operators - services, (index) => `app-of-a-team-${index}`, needs) as never);
};
