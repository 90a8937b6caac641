// Express and pg with nothing else: answers each request with what it was told, once it has asked the database the same as the product does.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const express = createRequire(require.resolve('@nestjs/platform-express'))('express');
const { Pool } = require('pg');
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL_MAX) });
const app = express();
app.disable('x-powered-by');
app.disable('etag');

process.on('message', (routes) => {
  for (const { path, queries, body } of routes)
    app.get(path, async (_request, response) => {
      for (const { text, values } of queries) await pool.query(text, values);
      response.json(body);
    });
  const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port));
});
