import { FluxApp, openVersions } from 'fluxspan';

interface Settings {
  readonly replicas: number;
}
const { setting } = openVersions<'podinfo', 'web', never, never, Settings>(
  (import.meta as { readonly url: string }).url,
  './versions.yaml',
);
const app = new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } });

export const isOn: boolean = setting('replicas', app.ringOf('prod'));
