import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

defineInfra(cluster, { vars, values: { web: { db: { host: 'db', user: 'ann' }, users: [] } }, secrets });
