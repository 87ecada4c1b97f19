import { spawn } from 'node:child_process'
import { root } from './tools.mjs'

const running = new Set()

/** Kills a program together with all processes that it has started. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // it has already exited
  }
}

export function endAll() {
  for (const child of running) end(child)
}

/**
 * Runs a program for at most `limit` ms. When `quiet`, its output is collected, else shown as it comes.
 * Resolves with the exit code and output; the code is null when the program crashed, could not start or timed out,
 * which the output then says.
 */
export function runBounded(command, args, { limit, env = {}, quiet = false }) {
  return new Promise((done) => {
    const output = []
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // a process group of its own, so that its children can be killed with it
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
