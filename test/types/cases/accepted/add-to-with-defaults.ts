import { App, Chart } from 'cdk8s';
import { ConfigMap, defineAddon } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_TITLE: z.string(), TF_SIZE: z.number().default(1) } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { title: vars.TF_TITLE } });
  },
});
const plain = defineAddon({
  name: 'plain',
  namespace: 'default',
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});

const app = new App();
web.addTo(new Chart(app, 'one'), { infra: { vars: { TF_TITLE: 'a' } } });
web.addTo(new Chart(app, 'two'), { infra: { vars: { TF_TITLE: 'a', TF_SIZE: 2 } } });
plain.addTo(new Chart(app, 'three'), { infra: {} });
app.synthYaml();
