import { spawn } from 'node:child_process'
import { root } from './tools.mjs'

const running = new Set()

/** Ends a program together with everything that it has started. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // it is gone already
  }
}

export function endAll() {
  for (const child of running) end(child)
}

/**
 * Runs a program for at most `limit` milliseconds; its output is kept when quiet, else shown as it comes.
 * Answers the exit code: null when it crashed, could not start or ran out of time, which the output then says.
 */
export function runBounded(command, args, { limit, env = {}, quiet = false }) {
  return new Promise((done) => {
    const output = []
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // a group of its own, so that its children can be ended with it
      detached: true,
    })
    running.add(child)
    const say = (text) => (quiet ? output.push(Buffer.from(text)) : console.error(text))
    const timer = setTimeout(() => {
      say(`\nNot finished after ${limit / 60_000} minutes: ended.\n`)
      end(child)
    }, limit)
    child.stdout?.on('data', (data) => output.push(data))
    child.stderr?.on('data', (data) => output.push(data))
    const finish = (code) => {
      clearTimeout(timer)
      running.delete(child)
      done({ code, output: Buffer.concat(output).toString() })
    }
    child.on('error', (error) => {
      say(`${command} could not be started: ${error.message}\n`)
      finish(null)
    })
    child.on('close', (code, signal) => {
      if (signal) say(`\nEnded by ${signal}.\n`)
      finish(code)
    })
  })
}
