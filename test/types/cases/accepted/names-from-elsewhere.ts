import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

/** A factory knows no name, one with a part of its own only that part; synth looks at what comes of it. */
const make = <const N extends string>(name: N) =>
  defineAddon({
    name,
    namespace: 'default',
    options: z.object({ title: z.string().default('a') }).strict(),
    build(scope, { options }) {
      new ConfigMap(scope, 'data', { data: { title: options.title } });
    },
  });

const environment: string = 'blue';
const number: number = 2;

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('web', [make('web')({ title: 'b' })])
  .stage(`stage-${environment}`, [make(`app-${environment}`)(), make(environment)()])
  .stage(`stage-${number}`, [make(`app-${number}`)()]);
