-- Asks for the learners of a file of tokens in turn and counts the answers by status:
--   wrk -t2 -c2000 -d20s -s statuses.lua http://localhost:8080/api/sign-ins -- POST tokens.txt
-- Prints requests a second, 2xx, 503, other answers, errors of connections.

local threads = {}

function setup(thread)
    table.insert(threads, thread)
end

function init(arguments)
    method = arguments[1]
    tokens = {}
    for token in io.lines(arguments[2]) do
        tokens[#tokens + 1] = token
    end
    turn, served, refused, other = 0, 0, 0, 0
end

function request()
    turn = turn % #tokens + 1
    return wrk.format(method, nil, { Authorization = "Bearer " .. tokens[turn] })
end

function response(status)
    if status >= 200 and status < 300 then
        served = served + 1
    elseif status == 503 then
        refused = refused + 1
    else
        other = other + 1
    end
end

function done(summary)
    local all = { served = 0, refused = 0, other = 0 }
    for _, thread in ipairs(threads) do
        for name, number in pairs(all) do
            all[name] = number + thread:get(name)
        end
    end
    local errors = summary.errors
    io.write(string.format("counted %d %d %d %d %d\n", summary.requests * 1e6 / summary.duration,
        all.served, all.refused, all.other, errors.connect + errors.read + errors.write + errors.timeout))
end
