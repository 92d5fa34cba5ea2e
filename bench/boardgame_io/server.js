// boardgame.io's server as its documentation sets it up, with a storage that is on disk:
//   node server.js PORT sqlite FILE     one SQLite database, WAL, synchronous=FULL: on disk at once
//   node server.js PORT flatfile FOLDER its own FlatFile, which leaves syncing to the system
const { Server, FlatFile } = require('boardgame.io/server');
const { Sync } = require('boardgame.io/internal');
const game = require('./game');

class Sqlite extends Sync {
  constructor(file) {
    super();
    const db = require('better-sqlite3')(file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(`CREATE TABLE matches (id TEXT PRIMARY KEY, state TEXT, initial TEXT, metadata TEXT);
             CREATE TABLE logs (id TEXT, line TEXT); CREATE INDEX logs_by_id ON logs (id);`);
    this.insert = db.prepare('INSERT INTO matches VALUES (?, ?, ?, ?)');
    this.state = db.prepare('UPDATE matches SET state = ? WHERE id = ?');
    this.metadata = db.prepare('UPDATE matches SET metadata = ? WHERE id = ?');
    this.line = db.prepare('INSERT INTO logs VALUES (?, ?)');
    this.row = db.prepare('SELECT state, initial, metadata FROM matches WHERE id = ?');
    this.lines = db.prepare('SELECT line FROM logs WHERE id = ? ORDER BY rowid');
    this.ids = db.prepare('SELECT id FROM matches');
    this.remove = db.prepare('DELETE FROM matches WHERE id = ?');
    this.write = db.transaction((id, state, log) => {
      this.state.run(JSON.stringify(state), id);
      for (const line of log || []) this.line.run(id, JSON.stringify(line));
    });
  }
  connect() {}
  createMatch(id, { initialState, metadata }) {
    const initial = JSON.stringify(initialState);
    this.insert.run(id, initial, initial, JSON.stringify(metadata));
  }
  setState(id, state, log) {
    this.write(id, state, log);
  }
  setMetadata(id, metadata) {
    this.metadata.run(JSON.stringify(metadata), id);
  }
  fetch(id, wanted) {
    const row = this.row.get(id);
    const out = {};
    if (row === undefined) return out;
    if (wanted.state) out.state = JSON.parse(row.state);
    if (wanted.metadata) out.metadata = JSON.parse(row.metadata);
    if (wanted.initialState) out.initialState = JSON.parse(row.initial);
    if (wanted.log) out.log = this.lines.all(id).map(({ line }) => JSON.parse(line));
    return out;
  }
  wipe(id) {
    this.remove.run(id);
  }
  listMatches() {
    return this.ids.all().map(({ id }) => id);
  }
}

const [port, kind, where] = process.argv.slice(2);
const db = kind === 'sqlite' ? new Sqlite(where) : new FlatFile({ dir: where });
Server({ games: [game], db, origins: [/.*/] }).run(Number(port), () => console.log('ready'));
