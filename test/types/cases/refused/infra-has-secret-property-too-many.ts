import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

const given = { vars, values, secrets: { web: { token: 't', salt: 's', pepper: 'p' } } };
defineInfra(cluster, given);
