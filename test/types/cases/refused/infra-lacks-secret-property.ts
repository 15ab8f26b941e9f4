import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

defineInfra(cluster, { vars, values, secrets: { web: { token: 't' } } });
