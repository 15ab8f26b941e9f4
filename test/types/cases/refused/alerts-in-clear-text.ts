import { alerts, FluxApp, FluxCluster, slack } from 'fluxspan';

const address = 'https://hooks.slack.com/services/T0/B0/X';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { alerts: alerts({ to: slack({ address }) }) });
