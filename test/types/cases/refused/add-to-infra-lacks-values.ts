import { App, Chart } from 'cdk8s';
import { defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: { web: helmChart<{ readonly host?: string }>({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: { values: { web: z.object({ host: z.string() }) } },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

web.addTo(new Chart(new App(), 'chart'), { infra: {} });
