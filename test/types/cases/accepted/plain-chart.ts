import { App, Chart } from 'cdk8s';
import { defineAddon, HelmRelease, helmChart, Namespace } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  charts: { web: helmChart<{ readonly host?: string; readonly size?: string }>({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: { vars: { TF_SIZE: z.string() }, values: { web: z.object({ host: z.string() }) } },
  options: z.object({ title: z.string() }),
  build(scope, { charts, vars }) {
    new HelmRelease(scope, 'web', { chart: charts.web, values: { size: vars.TF_SIZE } });
  },
});

const app = new App();
const chart = new Chart(app, 'chart', { namespace: 'web' });
new Namespace(chart, 'namespace', { name: 'web' });
web.addTo(chart, { options: { title: 'web' }, infra: { vars: { TF_SIZE: 'small' }, values: { web: { host: 'a' } } } });
web.addTo(new Chart(app, 'other'), { options: { title: 'other' } });
app.synthYaml();
