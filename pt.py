import pty,os,time,signal,sys,select
def run(args,feed,secs,winch=None):
    pid,fd=pty.fork()
    if pid==0: os.execv(args[0],args)
    out=b'';t0=time.time();i=0
    while time.time()-t0<secs:
        r,_,_=select.select([fd],[],[],.1)
        if r:
            try: d=os.read(fd,65536)
            except OSError: break
            if not d: break
            out+=d
        while i<len(feed) and time.time()-t0>feed[i][0]:
            os.write(fd,feed[i][1]); i+=1
    try: os.kill(pid,signal.SIGKILL)
    except: pass
    _,st=os.waitpid(pid,0)
    print('----',args[1:],'status',st, 'exit',os.waitstatus_to_exitcode(st)); sys.stdout.write(repr(out[-900:])+'\n')
E='./evolve'
run([E,'run','tiny.yaml','name=tty'],[],5)
run([E,'run','tiny.yaml','name=tty2','generations=2000'],[(1,b'\x03')],5)
run([E,'play','--against','greedy'],[(.3,b'2,2\n'),(.6,b'\x04')],3)
run([E,'play','--against','greedy'],[(.3,b'2,2\n'),(.6,b'\x03')],3)
run([E,'play','--against','frozen'],[(.3,b'2,2\n'),(.9,b'\x03')],4)
run([E,'match','greedy','random','--games','200000'],[(1.5,b'\x03')],4)
run([E,'analyze'],[(.5,b'start\n'),(3.5,b'\x04')],5)
run([E,'legal'],[(.5,b'start\n'),(1,b'\x03')],3)
